import * as z from 'zod/mini'
import { DistanceUnits, distances } from '../profiles/users.ts'
import { lineText, oneOf } from '../text.ts'

const between = (least: number, most: number) =>
  z.int().check(z.gte(least, 'Enter {minimum} or more.'), z.lte(most, 'Enter {maximum} or less.'))

/** Features that an operator can turn off or on. Absent means as installed (`houseDefaults`). */
export const houseFeatures = [
  'calls',
  'datePlans',
  'voiceNotes',
  'chatPhotos',
  'photoChecks',
  'premium',
  'boosts',
  'friends',
] as const
export type HouseFeature = (typeof houseFeatures)[number]

const isOn = z.optional(z.boolean())

/** What members may do here, and what is asked of them. Each setting may be absent: then it is as installed. */
export const House = z
  .strictObject({
    /** Of people who join, or enter a date of birth. Members who are younger stay. */
    minimumAge: z.optional(between(18, 99)),
    /** Photos that a profile needs to be found. */
    photosNeeded: z.optional(between(0, 3)),
    /** Likes per day of members without Premium. */
    dailyLikes: z.optional(z.union([between(5, 200), z.literal('unlimited')])),
    /** The place of everyone here. Members aren't asked where they live, and there are no distances. */
    place: z.optional(z.strictObject({ city: lineText(80), country: lineText(80) })),
    /** The units of distances. Without it, each member chooses. */
    units: z.optional(DistanceUnits),
    /** The distances that members can choose as a limit, next to none. In kilometers. */
    distances: z.optional(
      z.array(z.number().check(z.refine((value) => distances.some((each) => each === value), oneOf(distances)))).check(
        z.minLength(1, 'Choose at least one distance.'),
        z.refine((all) => new Set(all).size === all.length, 'This distance is listed twice.'),
      ),
    ),
    /** In a match of a woman and a man, the woman writes first. Absent, and in all other matches, anyone does. */
    firstMessage: z.optional(z.literal('women')),
    calls: isOn,
    datePlans: isOn,
    voiceNotes: isOn,
    chatPhotos: isOn,
    photoChecks: isOn,
    /** Only members whose photos the team has verified are found. */
    verifiedOnly: z.optional(z.boolean()),
    /** Off, no one can buy Premium. Members who have it keep it until it ends. */
    premium: isOn,
    boosts: isOn,
    /** A deck of its own for members who look for friends. Off as installed. */
    friends: isOn,
  })
  .check(
    z.refine(({ photoChecks, verifiedOnly }) => photoChecks !== false || !verifiedOnly, {
      error: 'Photo checks are off.',
      path: ['verifiedOnly'],
    }),
  )
export type House = z.infer<typeof House>

/** The settings as installed. */
export const houseDefaults = {
  minimumAge: 18,
  photosNeeded: 1,
  dailyLikes: 50,
  calls: true,
  datePlans: true,
  voiceNotes: true,
  chatPhotos: true,
  photoChecks: true,
  verifiedOnly: false,
  premium: true,
  boosts: true,
  friends: false,
} as const
