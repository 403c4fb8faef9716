import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, instantText, lineText, shown } from '../text.ts'
import { translated } from '../operations/translated.ts'
import { OwnValues } from './values.ts'

// Fields that an operator adds to profiles. Their words are the operator's; members choose who sees an answer.

export const fieldKinds = ['one', 'several', 'text', 'number', 'yes-no'] as const
export const FieldKind = z.enum(fieldKinds)
export type FieldKind = z.infer<typeof FieldKind>

/** From the widest to the narrowest. */
export const fieldAudiences = ['everyone', 'eligible', 'matches', 'only-me'] as const
export const FieldAudience = z.enum(fieldAudiences)
export type FieldAudience = z.infer<typeof FieldAudience>

/** The answers to a question with yes or no. */
export const yesNo = ['yes', 'no'] as const

export const MOST_FIELDS = 40
export const MOST_OPTIONS = 60
/** Includes retired ones, which stay in the document until their answers are erased. */
const MOST_ENTRIES = 200

const slug = formText(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use up to 40 lowercase letters, digits and hyphens.')
/** Requests with these keys are refused. */
const reserved: readonly string[] = ['constructor', 'prototype']
const limit = z.int().check(z.gte(-1_000_000, 'Enter {minimum} or more.'), z.lte(1_000_000, 'Enter {maximum} or less.'))

const optionWords = lineText(60)
export const FieldOption = z.strictObject({
  id: slug,
  label: optionWords,
  translations: translated(optionWords),
  /** Set by the server when the option is retired. */
  retiredAt: z.optional(instantText),
})
export type FieldOption = z.infer<typeof FieldOption>

const words = { label: lineText(60), hint: z.optional(lineText(160)), unit: z.optional(lineText(12)) }

type Entry = { id: string; retiredAt?: string | undefined }
const isLive = ({ retiredAt }: { retiredAt?: string | undefined }): boolean => retiredAt === undefined
const areDistinct = (entries: readonly Entry[]): boolean => new Set(entries.map(({ id }) => id)).size === entries.length
const hasOptions = ({ kind }: { kind: FieldKind }): boolean => kind === 'one' || kind === 'several'
const isPublic = ({ audience }: { audience: FieldAudience }): boolean =>
  audience === 'everyone' || audience === 'eligible'

export const ProfileField = z
  .strictObject({
    /** Names the field for good. Members’ answers are stored under it. */
    id: slug.check(z.refine((id) => !reserved.includes(id), 'This ID is reserved. Choose another one.')),
    kind: FieldKind,
    ...words,
    translations: translated(z.strictObject(words)),
    options: z._default(
      z
        .array(FieldOption)
        .check(z.maxLength(MOST_ENTRIES), z.refine(areDistinct, 'Two options have the same ID.'))
        .check(
          z.refine((all) => all.filter(isLive).length <= MOST_OPTIONS, {
            error: 'At most {maximum} options.',
            params: { maximum: MOST_OPTIONS },
          }),
        ),
      [],
    ),
    min: z.optional(limit),
    max: z.optional(limit),
    asked: z.enum(['joining', 'later']),
    required: z.boolean(),
    /** The widest audience. Members may narrow it for their own answer. */
    audience: FieldAudience,
    filter: z.enum(['off', 'free', 'premium']),
    /** False if answers only serve filters and dealbreakers, and no profile shows them. */
    onProfile: z.optional(z.boolean()),
    dealbreaker: z.boolean(),
    /** The weight in compatibility, or 0 for none. */
    weight: z.int().check(z.gte(0, 'Enter {minimum} or more.'), z.lte(5, 'Enter {maximum} or less.')),
    /** Special categories of data: answers need a consent of their own. */
    sensitive: z.boolean(),
    /** Set by the server when the field is retired. */
    retiredAt: z.optional(instantText),
  })
  .check(
    z.refine((field) => !hasOptions(field) || !isLive(field) || field.options.some(isLive), {
      error: 'Add at least one option.',
      path: ['options'],
    }),
    z.refine(({ kind, min, max }) => kind !== 'number' || (min !== undefined && max !== undefined && min < max), {
      error: 'Enter a range whose end is above its start.',
      path: ['max'],
    }),
    z.refine((field) => field.filter === 'off' || (field.kind !== 'text' && isPublic(field)), {
      error: 'A filter needs choices or a number, and an audience that includes people who could match.',
      path: ['filter'],
    }),
    z.refine(({ dealbreaker, filter }) => !dealbreaker || filter !== 'off', {
      error: 'A dealbreaker needs a filter.',
      path: ['dealbreaker'],
    }),
    z.refine(({ weight, kind, audience }) => weight === 0 || (kind !== 'text' && audience === 'everyone'), {
      error: 'Compatibility needs choices or a number, and the audience “Everyone”.',
      path: ['weight'],
    }),
    z.refine(({ onProfile, filter, weight }) => onProfile !== false || (filter !== 'off' && weight === 0), {
      error: 'A field that profiles don’t show needs a filter, and no weight in compatibility.',
      path: ['onProfile'],
    }),
    z.refine(({ required, sensitive }) => !required || !sensitive, {
      error: 'Sensitive details are always voluntary.',
      path: ['required'],
    }),
  )
export type ProfileField = z.output<typeof ProfileField>

export const ProfileFields = z.array(ProfileField).check(
  z.maxLength(MOST_ENTRIES),
  z.refine(areDistinct, 'Two fields have the same ID.'),
  z.refine((all) => all.filter(isLive).length <= MOST_FIELDS, {
    error: 'At most {maximum} fields.',
    params: { maximum: MOST_FIELDS },
  }),
)

const FieldValue = z.union([lineText(80), z.array(slug).check(z.maxLength(MOST_OPTIONS)), limit])
export type FieldValue = z.output<typeof FieldValue>

const FieldAnswer = z.strictObject({ value: FieldValue, audience: z.optional(FieldAudience) })
export type FieldAnswer = z.output<typeof FieldAnswer>

/** Any of these choices, or a range of numbers that includes its ends. */
const FieldFilter = z.union([
  z.array(slug).check(z.minLength(1), z.maxLength(MOST_OPTIONS)),
  z.strictObject({ min: limit, max: limit }),
])
export type FieldFilter = z.output<typeof FieldFilter>
export const FieldFilters = z.record(slug, FieldFilter)
export type FieldFilters = z.output<typeof FieldFilters>

/** A field in the caller’s language, with the caller’s own answer. */
export const OwnField = z.strictObject({
  id: shown,
  kind: FieldKind,
  label: shown,
  hint: z.nullable(shown),
  unit: z.nullable(shown),
  options: z.array(z.strictObject({ id: shown, label: shown })),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  asked: z.enum(['joining', 'later']),
  required: z.boolean(),
  audience: FieldAudience,
  filter: z.enum(['off', 'free', 'premium']),
  dealbreaker: z.boolean(),
  sensitive: z.boolean(),
  /** False if the answer only serves filters. */
  onProfile: z.optional(z.boolean()),
  answer: z.nullable(z.strictObject({ value: z.union([shown, z.array(shown), z.number()]), audience: FieldAudience })),
  /** True if the caller chose not to answer, so that they aren't asked again. */
  skipped: z.boolean(),
})
export type OwnField = z.infer<typeof OwnField>

const ownFields = dataOf({
  fields: z.array(OwnField),
  /** Only if the operator has changed what members can choose on their profiles. */
  values: z.optional(OwnValues),
})

export const profileFields = defineRoutes({
  listFields: {
    method: 'GET',
    path: '/fields',
    access: 'account',
    // The back office shows the operator’s words.
    beforeTerms: 'staff',
    summary: 'List the community’s own profile fields, with your answers',
    returns: ownFields,
  },
  answerFields: {
    method: 'PUT',
    path: '/profile/fields',
    access: 'account',
    summary: 'Answer profile fields; null removes an answer, and sensitive ones need a consent',
    body: z.strictObject({
      answers: z.record(slug, z.nullable(FieldAnswer)),
      /** The consent for sensitive fields, given with the answer. */
      acceptSensitive: z.optional(z.boolean()),
    }),
    returns: ownFields,
    errors: ['consent_required'],
  },
})
