import * as z from 'zod/mini'
import type { Language } from '../languages.ts'
import { translated, translationIn } from '../operations/translated.ts'
import { basicKeys, GenderGroup, genderGroups } from './users.ts'
import { instantText, lineText, shown } from '../text.ts'

// What members can choose on a profile, as an operator has set it. A list that is set has every value in its order,
// including ours.

export const MOST_VALUES = 60
/** Includes retired ones, which stay in the document so that they can come back. */
const MOST_ENTRIES = 200

const wordsOf = (id: ReturnType<typeof lineText>) => ({
  /** The key of one of ours, or the first English words of an added one. Members’ profiles store it. */
  id,
  /** The English words. One of ours without them keeps its own. */
  label: z.optional(id),
  translations: translated(id),
})
/** Lists of interests are entered and searched with commas between them. */
const interest = lineText(40).check(z.refine((text) => !text.includes(','), 'Leave out commas.'))

/** A value whose removal takes it off profiles. */
const retirable = (id: ReturnType<typeof lineText>) =>
  z.strictObject({
    ...wordsOf(id),
    /** False if only members who already have it keep it. */
    offered: z.optional(z.boolean()),
    /** Set by the server when the value is retired. */
    retiredAt: z.optional(instantText),
  })
const Prompt = retirable(lineText(60))
const Intention = retirable(lineText(40))
/** One of ours. The community’s own fields are for others. */
const isBasic = z.refine<string>((id) => basicKeys.some((key) => key === id), 'Choose one of the options.')
const Basic = z.extend(retirable(lineText(40)), { id: lineText(40).check(isBasic) })
/** A mere suggestion. Removing it changes no profile. */
const SuggestedValue = z.strictObject(wordsOf(interest))

/** A gender beside the three that people look for. Matching knows only these three. */
const Gender = z
  .strictObject({
    ...wordsOf(lineText(40)),
    /** The lists in which members with this gender appear. Ours appear in their own. */
    shownTo: z.optional(z.array(GenderGroup).check(z.maxLength(genderGroups.length))),
  })
  .check(
    z.refine(({ id, shownTo = [] }) => shownTo.length > 0 || genderGroups.some((group) => group === id), {
      error: 'Choose at least one.',
      path: ['shownTo'],
    }),
  )
export type Gender = z.output<typeof Gender>

/** Any value of a list. */
export type ProfileValue = z.output<typeof Prompt>

const areDistinct = (all: readonly ProfileValue[]): boolean => new Set(all.map(({ id }) => id)).size === all.length
export const isLive = ({ retiredAt }: { retiredAt?: string | undefined }): boolean => retiredAt === undefined

const listOf = <T extends typeof Prompt | typeof SuggestedValue | typeof Gender>(entry: T) =>
  z.array(entry).check(
    z.maxLength(MOST_ENTRIES),
    z.refine(areDistinct, 'Two entries have the same words.'),
    z.refine((all: readonly ProfileValue[]) => all.filter(isLive).length <= MOST_VALUES, {
      error: 'At most {maximum} entries.',
      params: { maximum: MOST_VALUES },
    }),
  )

const notEmpty = z.refine<readonly ProfileValue[]>((all) => all.some(isLive), 'Keep at least one.')

export const ProfileValues = z.strictObject({
  prompts: z.optional(listOf(Prompt).check(notEmpty)),
  interests: z.optional(listOf(SuggestedValue)),
  intentions: z.optional(listOf(Intention).check(notEmpty)),
  genders: z.optional(listOf(Gender).check(notEmpty)),
  basics: z.optional(listOf(Basic)),
  /** False if members choose one of these genders. */
  ownGenders: z.optional(z.boolean()),
})
export type ProfileValues = z.output<typeof ProfileValues>
export type ValueList = Exclude<keyof ProfileValues, 'ownGenders'>

/** A value in the caller’s language. */
const OwnValue = z.strictObject({
  id: shown,
  /** Absent if it is one of ours that keeps its words. */
  label: z.optional(shown),
  /** False if only members who already have it keep it. */
  offered: z.optional(z.boolean()),
})
export type OwnValue = z.infer<typeof OwnValue>

const ownList = z.optional(z.array(OwnValue))
/** The lists that the operator has set. */
export const OwnValues = z.strictObject({
  prompts: ownList,
  interests: ownList,
  intentions: ownList,
  genders: ownList,
  basics: ownList,
  /** False if members can’t use their own words. */
  ownGenders: z.optional(z.boolean()),
})
export type OwnValues = z.infer<typeof OwnValues>

/** The operator’s words for a value, if there are any. */
export const valueWords = (
  { label, translations }: Pick<ProfileValue, 'label' | 'translations'>,
  language: Language,
): string | undefined => translationIn(translations, language) ?? label
