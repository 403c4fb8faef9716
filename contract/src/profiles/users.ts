import * as z from 'zod/mini'
import { AdmissionState } from '../identity/admission.ts'
import { languages } from '../languages.ts'
import { staffRoles } from '../staff.ts'
import { id, instant, shown, text } from '../text.ts'

/** Ours. An operator may add others, so the server knows which ones are valid. */
export const intentions = ['long-term', 'short-term', 'friends', 'open'] as const
export const Intention = text(1, 40)
export type Intention = z.infer<typeof Intention>

export const Prompt = z.strictObject({ question: shown, answer: shown })
export type Prompt = z.infer<typeof Prompt>

/** Prompts that can be answered by voice. */
export const voiceQuestions = [
  'story',
  'laugh',
  'name',
  'sunday',
  'learning',
  'little-thing',
  'get-along',
  'talent',
] as const
export const VoiceQuestion = z.enum(voiceQuestions)
export type VoiceQuestion = z.infer<typeof VoiceQuestion>

/** The answer without its recording, which `getVoiceAnswer` returns. */
export const VoiceAnswer = z.strictObject({
  question: VoiceQuestion,
  durationMs: z.number(),
  /** The loudness over time, from 0 to 100. */
  peaks: z.array(z.number()),
  /** The transcript from the member's own browser. Null if the member left it out. */
  text: z.nullable(shown),
})
export type VoiceAnswer = z.infer<typeof VoiceAnswer>

/** The owner also sees whether the answer waits for review or was removed by staff. */
export const OwnVoiceAnswer = z.extend(VoiceAnswer, { review: z.enum(['shown', 'held', 'refused']) })
export type OwnVoiceAnswer = z.infer<typeof OwnVoiceAnswer>

const habit = z.enum(['never', 'sometimes', 'often'])

export const basicKeys = ['height', 'children', 'smoking', 'drinking', 'diet', 'religion', 'education', 'work'] as const

/** Optional facts that many people want to know first. */
export const Basics = z.strictObject({
  height: z.optional(
    z.nullable(z.int().check(z.gte(100, 'Enter {minimum} cm or more.'), z.lte(250, 'Enter {maximum} cm or less.'))),
  ),
  children: z.optional(z.nullable(z.enum(['have', 'want', 'do-not-want', 'not-sure']))),
  smoking: z.optional(z.nullable(habit)),
  drinking: z.optional(z.nullable(habit)),
  diet: z.optional(z.nullable(z.enum(['everything', 'vegetarian', 'vegan', 'halal', 'kosher', 'other']))),
  religion: z.optional(z.nullable(text(1, 40))),
  education: z.optional(z.nullable(text(1, 80))),
  work: z.optional(z.nullable(text(1, 80))),
})
export type Basics = z.output<typeof Basics>

/** A photo for a viewer: a URL that expires after some hours, and a placeholder to show immediately. */
export const Picture = z.strictObject({
  url: shown,
  publicId: shown,
  name: shown,
  size: z.number(),
  mimeType: shown,
  alt: shown,
  placeholder: shown,
  width: z.number(),
  height: z.number(),
})
export type Picture = z.infer<typeof Picture>

/** The owner also sees the photo's audience and review state. */
export const OwnPicture = z.extend(Picture, {
  audience: z.enum(['everyone', 'matches']),
  review: z.enum(['shown', 'held', 'refused']),
})
export type OwnPicture = z.infer<typeof OwnPicture>

/** A range from the youngest to the oldest is no limit. */
export const YOUNGEST = 18
export const OLDEST = 120

export const DistanceUnits = z.enum(['km', 'miles'])
/** The limits of distance that members can choose, in kilometers. */
export const distances = [2, 5, 10, 25, 50, 100, 160] as const

/** Photos that others send in chat: blurred until the member has opened one from that person, always, or never. */
export const photoBlurs = ['first', 'always', 'never'] as const

export const PrivacySettings = z.strictObject({
  showLastActive: z.boolean(),
  hideAge: z.boolean(),
  /** Also hides pronouns and the orientation, if the community asks for them. */
  hideGender: z.boolean(),
  hideDistance: z.boolean(),
  incognito: z.boolean(),
  receipts: z.boolean(),
  paused: z.boolean(),
  units: DistanceUnits,
  photoBlur: z.enum(photoBlurs),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

export const FAR_FROM_CITIES = 'Far from any city'

/** The months (YYYY-MM) of someone's visit to the city that is shown. No one learns the days. */
export const Visiting = z.strictObject({ from: shown, to: shown })
export type Visiting = z.infer<typeof Visiting>

export const Place = z.strictObject({ city: z.nullable(shown), country: z.nullable(shown) })

/** Genders that people look for. Members with another gender choose the groups that they appear in. */
export const genderGroups = ['woman', 'man', 'non-binary'] as const
export const GenderGroup = z.enum(genderGroups)
export type GenderGroup = z.infer<typeof GenderGroup>

/** The member's own view. The builders of other views decide which of these fields others see. */
export const OwnUser = z.strictObject({
  _id: id,
  firstName: shown,
  lastName: shown,
  name: shown,
  email: z.nullable(shown),
  createdAt: instant,
  lastActive: z.nullable(instant),
  isActive: z.boolean(),
  isVIP: z.boolean(),
  isOnline: z.boolean(),
  isEmailVerified: z.boolean(),
  emailVerificationSent: z.boolean(),
  profileComplete: z.boolean(),
  state: z.enum(['active', 'paused', 'deactivated', 'suspended', 'banned', 'deleting', 'erased']),
  gender: z.nullable(shown),
  /**
   * The gender and groups that lists use for now, after several changes of gender within a month, and the latest time
   * when they will update. Usually null.
   */
  waitingGender: z.nullable(z.strictObject({ listedAs: shown, shownTo: z.array(GenderGroup), by: instant })),
  /** Searches for these genders include the member. Members with a gender in their own words choose them. */
  shownTo: z.array(GenderGroup),
  /** True if the member has a gender in their own words and hasn't chosen the groups yet. */
  asksShownTo: z.boolean(),
  age: z.nullable(z.number()),
  dateOfBirth: z.nullable(shown),
  interestedIn: z.array(shown),
  intention: z.nullable(Intention),
  bio: z.nullable(shown),
  prompts: z.array(Prompt),
  voice: z.nullable(OwnVoiceAnswer),
  interests: z.array(shown),
  languages: z.array(shown),
  basics: Basics,
  /** Where the member lives, also during a trip. */
  location: Place,
  /** The trip that is running: its city, its last day and its months, as others see them. */
  trip: z.optional(z.strictObject({ _id: id, ...Place.shape, to: shown, visiting: Visiting })),
  /** The code of the country where others find the member, if it is known. */
  countryCode: z.optional(shown),
  profilePicture: z.nullable(shown),
  more_pictures: z.array(OwnPicture),
  pictures: z.array(OwnPicture),
  photoChecked: z.boolean(),
  preferences: z.strictObject({ ageMin: z.number(), ageMax: z.number(), distance: z.nullable(z.number()) }),
  /** `handfulHour` is present in quiet mode. */
  settings: z.extend(PrivacySettings, { timeZone: shown, handfulHour: z.optional(z.number()) }),
  /** The language of the app, emails and notifications. Null until it is known. */
  language: z.nullable(z.enum(languages)),
  isAdmin: z.boolean(),
  staffRole: z.nullable(z.enum(staffRoles)),
  /** Absent once the account has been let in. */
  admission: z.optional(AdmissionState),
  /** When everything is erased. Present only while the account is being deleted. */
  deletionDueAt: z.optional(instant),
  /** Present only if there’s something to say. While asked, the member can’t write to anyone. */
  ageProven: z.optional(z.boolean()),
  ageAsked: z.optional(z.boolean()),
})
export type OwnUser = z.infer<typeof OwnUser>

/** An answer to one of the community’s own fields, in the viewer’s language. */
export const PersonField = z.strictObject({ id: shown, label: shown, text: shown })
export type PersonField = z.infer<typeof PersonField>

/** Another member's view of a person, within that person's privacy settings. */
export const Person = z.strictObject({
  _id: id,
  firstName: shown,
  name: shown,
  gender: z.nullable(shown),
  age: z.nullable(z.number()),
  bio: z.nullable(shown),
  location: Place,
  /** Only during a trip, whose city is the location. */
  visiting: z.optional(Visiting),
  intention: z.nullable(Intention),
  prompts: z.array(Prompt),
  voice: z.nullable(VoiceAnswer),
  interests: z.array(shown),
  languages: z.array(shown),
  basics: Basics,
  profilePicture: z.nullable(shown),
  more_pictures: z.array(Picture),
  pictures: z.array(Picture),
  photoChecked: z.boolean(),
  isOnline: z.boolean(),
  lastActive: z.nullable(instant),
  /** Only if the community has fields of its own. */
  fields: z.optional(z.array(PersonField)),
})
export type Person = z.infer<typeof Person>

/**
 * The effect of hiding the distance: members who also limit the distance appear to no one, and others appear only to
 * people without a distance limit.
 */
export const DistanceNotice = z.nullable(z.strictObject({ kind: z.enum(['unseen', 'seen_by_fewer']), text: shown }))

export const Closeness = z.strictObject({
  distance: z.nullable(z.number()),
  distanceFormatted: z.nullable(shown),
  compatibilityScore: z.nullable(z.number()),
})

export const ListedPerson = z.extend(Person, Closeness.shape)
export type ListedPerson = z.infer<typeof ListedPerson>

/** Fields for staff. They are optional, because members never receive them. */
const forStaff = {
  lastName: z.optional(shown),
  email: z.optional(z.nullable(shown)),
  createdAt: z.optional(instant),
  isActive: z.optional(z.boolean()),
  isVIP: z.optional(z.boolean()),
  isEmailVerified: z.optional(z.boolean()),
  emailVerificationSent: z.optional(z.boolean()),
  profileComplete: z.optional(z.boolean()),
  settings: z.optional(OwnUser.shape.settings),
  dateOfBirth: z.optional(z.nullable(shown)),
  preferences: z.optional(OwnUser.shape.preferences),
  isAdmin: z.optional(z.boolean()),
  staffRole: z.optional(z.nullable(z.enum(staffRoles))),
}

/** A person with optional fields that only staff receive. */
export const SeenPerson = z.extend(Person, forStaff)
export type SeenPerson = z.infer<typeof SeenPerson>
export const SeenListedPerson = z.extend(ListedPerson, forStaff)
export type SeenListedPerson = z.infer<typeof SeenListedPerson>

export const Reason = z.strictObject({ kind: z.enum(['agree', 'differ']), text: shown })
export type Reason = z.infer<typeof Reason>

/** The likely range of a score, and the number of answers that it is based on. */
export const Interval = z.strictObject({ low: z.number(), high: z.number(), common: z.number() })
export type Interval = z.infer<typeof Interval>
