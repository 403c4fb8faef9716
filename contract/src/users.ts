import * as z from 'zod/mini'
import { id, instant, text } from './text.ts'

export const Intention = z.enum(['long-term', 'short-term', 'friends', 'open'])
export type Intention = z.infer<typeof Intention>

export const Prompt = z.strictObject({ question: z.string(), answer: z.string() })
export type Prompt = z.infer<typeof Prompt>

const habit = z.enum(['never', 'sometimes', 'often'])

/** What many people ask first. All of it may be left unsaid. */
export const Basics = z.strictObject({
  height: z.optional(z.nullable(z.number().check(z.gte(100, 'At least 100 cm.'), z.lte(250, 'At most 250 cm.')))),
  children: z.optional(z.nullable(z.enum(['have', 'want', 'do-not-want', 'not-sure']))),
  smoking: z.optional(z.nullable(habit)),
  drinking: z.optional(z.nullable(habit)),
  diet: z.optional(z.nullable(z.enum(['everything', 'vegetarian', 'vegan', 'halal', 'kosher', 'other']))),
  religion: z.optional(z.nullable(text(1, 40))),
  education: z.optional(z.nullable(text(1, 80))),
  work: z.optional(z.nullable(text(1, 80))),
})
export type Basics = z.output<typeof Basics>

/** A user as they see themselves. Who else sees which of these fields is decided where others' views are made. */
export const OwnUser = z.strictObject({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  createdAt: instant,
  lastActive: z.nullable(instant),
  isActive: z.boolean(),
  isVIP: z.boolean(),
  isOnline: z.boolean(),
  isEmailVerified: z.boolean(),
  emailVerificationSent: z.boolean(),
  profileComplete: z.boolean(),
  state: z.enum(['active', 'paused', 'deactivated', 'suspended', 'banned', 'deleting', 'erased']),
  gender: z.nullable(z.string()),
  age: z.nullable(z.number()),
  dateOfBirth: z.nullable(z.string()),
  interestedIn: z.array(z.string()),
  intention: z.nullable(Intention),
  bio: z.nullable(z.string()),
  prompts: z.array(Prompt),
  interests: z.array(z.string()),
  languages: z.array(z.string()),
  basics: Basics,
  location: z.strictObject({ city: z.nullable(z.string()), country: z.nullable(z.string()) }),
  profilePicture: z.nullable(z.string()),
  more_pictures: z.array(
    z.strictObject({ url: z.string(), publicId: z.string(), name: z.string(), size: z.number(), mimeType: z.string() }),
  ),
  settings: z.strictObject({ showLastActive: z.boolean(), timeZone: z.string() }),
  isAdmin: z.boolean(),
})
export type OwnUser = z.infer<typeof OwnUser>

export const PrivacySettings = z.strictObject({ showLastActive: z.boolean() })
