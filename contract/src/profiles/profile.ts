import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { folded, prompts } from './suggestions.ts'
import { dayText, nameText, text, timeZoneText } from '../text.ts'
import { Basics, GenderGroup, Intention, OwnUser, Prompt } from './users.ts'

const gender = text(1, 40)
const unique = (values: readonly string[]): boolean =>
  new Set(values.map((value) => value.toLowerCase())).size === values.length
const listOf = (most: number, longest: number) =>
  z
    .array(text(1, longest))
    .check(z.maxLength(most, 'Add up to {maximum}.'), z.refine(unique, 'Please remove duplicates.'))
/** A question in another language or in lookalike letters is the same question. */
const areDifferent = (asked: readonly { question: string }[]): boolean =>
  unique(asked.map(({ question }) => folded(prompts.keyOf(question))))

/** Every field is optional, and null removes a value. */
export const ProfileChange = z.strictObject({
  firstName: z.optional(nameText),
  lastName: z.optional(nameText),
  name: z.optional(nameText),
  dateOfBirth: z.optional(dayText),
  /** For users who joined with Google or Facebook and haven't accepted the terms yet. */
  acceptTerms: z.optional(z.boolean()),
  acceptSpecialCategory: z.optional(z.boolean()),
  gender: z.optional(gender),
  /** For members with a gender in their own words: the lists in which they appear. */
  shownTo: z.optional(
    z.array(GenderGroup).check(z.minLength(1, 'Choose at least one.'), z.refine(unique, 'Please remove duplicates.')),
  ),
  interestedIn: z.optional(
    z.array(gender).check(z.maxLength(10, 'Add up to {maximum}.'), z.refine(unique, 'Please remove duplicates.')),
  ),
  intention: z.optional(z.nullable(Intention)),
  bio: z.optional(z.nullable(text(0, 1000))),
  prompts: z.optional(
    z
      .array(z.strictObject({ question: text(1, 200), answer: text(1, 300) }))
      .check(z.maxLength(3, 'Add up to {maximum}.'), z.refine(areDifferent, 'Please remove duplicates.')),
  ),
  interests: z.optional(listOf(20, 40)),
  languages: z.optional(listOf(20, 40)),
  basics: z.optional(Basics),
  location: z.optional(z.strictObject({ city: z.nullable(text(0, 80)), country: z.nullable(text(0, 80)) })),
  timeZone: z.optional(timeZoneText),
})
export type ProfileChange = z.output<typeof ProfileChange>
export type { Prompt }

export const profile = defineRoutes({
  completeProfile: {
    method: 'POST',
    path: '/auth/complete-profile',
    access: 'account',
    beforeTerms: 'accepting',
    summary: 'Complete your profile; fails with what’s missing until there’s enough',
    body: ProfileChange,
    returns: z.strictObject({ account: z.strictObject({ user: OwnUser }), onboardingComplete: z.boolean() }),
  },
  editProfile: {
    method: 'PUT',
    path: '/auth/edit-profile',
    access: 'account',
    beforeTerms: 'accepting',
    summary: 'Edit your profile',
    body: ProfileChange,
    errors: ['verification_required', 'turned_off'],
    returns: z.strictObject({ update: z.strictObject({ user: OwnUser }) }),
  },
})
