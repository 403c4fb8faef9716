import * as z from 'zod/mini'
import { formText, instantText, lineText } from '../text.ts'
import { translated } from '../operations/translated.ts'

// Compatibility questions that an operator adds to ours. Members answer both in the same way.

export const MOST_OWN_QUESTIONS = 500
export const MOST_ANSWERS = 6
export const QUESTION_LENGTH = 160
export const ANSWER_LENGTH = 80
/** Includes retired ones, which stay in the document until their answers are erased. */
export const MOST_QUESTION_ENTRIES = 1500

/** Separates the IDs of own questions from ours, also from those that we add later. */
export const OWN_PREFIX = 'own:'
/** The ID under which members answer, and under which their answers are stored. */
export const askedAs = (id: string): string => `${OWN_PREFIX}${id}`

const areDifferent = (texts: readonly string[]): boolean =>
  new Set(texts.map((each) => each.toLowerCase())).size === texts.length

const answers = z
  .array(lineText(ANSWER_LENGTH))
  .check(
    z.minLength(2, 'Add at least two answers.'),
    z.maxLength(MOST_ANSWERS, 'At most {maximum} answers.'),
    z.refine(areDifferent, 'Two answers are the same.'),
  )
const words = { text: lineText(QUESTION_LENGTH), answers }

export const OwnQuestion = z
  .strictObject({
    /** Names the question for good. It stands for these answers in this order. */
    id: formText(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use up to 40 lowercase letters, digits and hyphens.'),
    ...words,
    translations: translated(z.strictObject(words)),
    /** Special categories of data: answers need the same consent as ours about faith or politics. */
    sensitive: z.optional(z.boolean()),
    /** Set by the server when the question is retired. */
    retiredAt: z.optional(instantText),
  })
  .check(
    z.refine(
      ({ answers: own, translations }) =>
        Object.values(translations ?? {}).every((each) => each === undefined || each.answers.length === own.length),
      { error: 'Each translation needs as many answers as the English question.', path: ['translations'] },
    ),
  )
export type OwnQuestion = z.output<typeof OwnQuestion>

export const QuestionBank = z.strictObject({
  /** False if our questions aren’t asked. */
  ours: z.optional(z.boolean()),
  /** Set by the server when ours are turned off. */
  oursRetiredAt: z.optional(instantText),
  own: z.array(OwnQuestion).check(
    z.maxLength(MOST_QUESTION_ENTRIES, 'At most {maximum} questions, including retired ones.'),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Two questions have the same ID.'),
    z.refine((all) => all.filter(({ retiredAt }) => retiredAt === undefined).length <= MOST_OWN_QUESTIONS, {
      error: 'At most {maximum} questions.',
      params: { maximum: MOST_OWN_QUESTIONS },
    }),
  ),
})
export type QuestionBank = z.output<typeof QuestionBank>
