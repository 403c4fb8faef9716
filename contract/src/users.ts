import * as z from 'zod/mini'
import { id, instant } from './text.ts'

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
  bio: z.nullable(z.string()),
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
