import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { staffRoles } from '../staff.ts'
import { id, instant, shown, text } from '../text.ts'

export const intentions = ['long-term', 'short-term', 'friends', 'open'] as const
export const Intention = z.enum(intentions)
export type Intention = z.infer<typeof Intention>

export const Prompt = z.strictObject({ question: shown, answer: shown })
export type Prompt = z.infer<typeof Prompt>

/** What can be answered aloud. */
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

/** A spoken answer to a prompt. Its sound is `getVoiceAnswer`. */
export const VoiceAnswer = z.strictObject({
  question: VoiceQuestion,
  durationMs: z.number(),
  /** How loud its parts are, from 0 to 100. */
  peaks: z.array(z.number()),
  /** What was said, as the member's own browser has written it down. Null if they left it out. */
  text: z.nullable(shown),
})
export type VoiceAnswer = z.infer<typeof VoiceAnswer>

/** The owner's view of it: whether it still waits for a review, or staff removed it. */
export const OwnVoiceAnswer = z.extend(VoiceAnswer, { review: z.enum(['shown', 'held', 'refused']) })
export type OwnVoiceAnswer = z.infer<typeof OwnVoiceAnswer>

const habit = z.enum(['never', 'sometimes', 'often'])

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

/** A picture as a viewer may see it: a URL that expires after some hours, and a placeholder to show at once. */
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

/** The owner's view of a picture: who may see it, and whether it still waits for a review. */
export const OwnPicture = z.extend(Picture, {
  audience: z.enum(['everyone', 'matches']),
  review: z.enum(['shown', 'held', 'refused']),
})
export type OwnPicture = z.infer<typeof OwnPicture>

/** The distances in km that can be shown and searched by. */
export const distances = [2, 5, 10, 25, 50, 100, 160] as const

export const PrivacySettings = z.strictObject({
  showLastActive: z.boolean(),
  hideAge: z.boolean(),
  hideDistance: z.boolean(),
  incognito: z.boolean(),
  receipts: z.boolean(),
  paused: z.boolean(),
  units: z.enum(['km', 'miles']),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

/** The city of a position that has none around it. */
export const FAR_FROM_CITIES = 'Far from any city'

export const Place = z.strictObject({ city: z.nullable(shown), country: z.nullable(shown) })

/** Users as they see themselves. Which of these fields others see is decided where their views are built. */
/** Whom people look for. Members with another gender choose to which of them they are shown. */
export const genderGroups = ['woman', 'man', 'non-binary'] as const
export const GenderGroup = z.enum(genderGroups)
export type GenderGroup = z.infer<typeof GenderGroup>

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
   * A change of gender that lists don't use yet, because it was changed several times within a month: the gender and
   * the groups that they use until then, and the latest moment of the change. Usually null.
   */
  waitingGender: z.nullable(z.strictObject({ listedAs: shown, shownTo: z.array(GenderGroup), by: instant })),
  /** People who look for one of these find the member. Of a gender in own words, the member chooses them. */
  shownTo: z.array(GenderGroup),
  /** Whether the member has a gender in own words and wasn't asked yet. */
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
  location: Place,
  profilePicture: z.nullable(shown),
  more_pictures: z.array(OwnPicture),
  /** All of them in order, the profile picture first. */
  pictures: z.array(OwnPicture),
  photoChecked: z.boolean(),
  preferences: z.strictObject({ ageMin: z.number(), ageMax: z.number(), distance: z.nullable(z.number()) }),
  settings: z.extend(PrivacySettings, { timeZone: shown }),
  /** The language of the app, emails and notifications. Null until it is known. */
  language: z.nullable(z.enum(languages)),
  isAdmin: z.boolean(),
  /** What they may do in the back office. Null for members. */
  staffRole: z.nullable(z.enum(staffRoles)),
})
export type OwnUser = z.infer<typeof OwnUser>

/** A person as another member sees them, within their privacy settings. */
export const Person = z.strictObject({
  _id: id,
  firstName: shown,
  name: shown,
  gender: z.nullable(shown),
  age: z.nullable(z.number()),
  bio: z.nullable(shown),
  location: Place,
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
})
export type Person = z.infer<typeof Person>

/**
 * What hiding one's distance does to who finds the member: nobody does while they limit the distance themselves, and
 * otherwise only those without a limit.
 */
export const DistanceNotice = z.nullable(z.strictObject({ kind: z.enum(['unseen', 'seen_by_fewer']), text: shown }))

/** How near a person is, and how well the answers match. */
export const Closeness = z.strictObject({
  distance: z.nullable(z.number()),
  distanceFormatted: z.nullable(shown),
  compatibilityScore: z.nullable(z.number()),
})

export const ListedPerson = z.extend(Person, Closeness.shape)
export type ListedPerson = z.infer<typeof ListedPerson>

/** Fields for staff only. They are optional because a member never receives any of them. */
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
  isAdmin: z.optional(z.boolean()),
  staffRole: z.optional(z.nullable(z.enum(staffRoles))),
}

/** What the caller may see of a person: members see less than staff. */
export const SeenPerson = z.extend(Person, forStaff)
export type SeenPerson = z.infer<typeof SeenPerson>
export const SeenListedPerson = z.extend(ListedPerson, forStaff)
export type SeenListedPerson = z.infer<typeof SeenListedPerson>

/** Reasons for and against a match. */
export const Reason = z.strictObject({ kind: z.enum(['agree', 'differ']), text: shown })
export type Reason = z.infer<typeof Reason>

/** How certain a score is: its likely range, and the number of answers behind it. */
export const Interval = z.strictObject({ low: z.number(), high: z.number(), common: z.number() })
export type Interval = z.infer<typeof Interval>
