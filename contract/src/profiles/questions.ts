import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, integer, shown } from '../text.ts'

export const themes = ['life', 'love', 'family', 'values', 'talk', 'curiosity'] as const
/** The theme of the operator’s own questions. */
export const OWN_THEME = 'own'
export const importances = [0, 1, 10, 50, 250] as const

const index = integer(0, 9)
export const Answer = z.strictObject({
  answer: index,
  accepted: z.array(index).check(z.minLength(1, 'Accept at least one answer.'), z.maxLength(10)),
  importance: z.union(importances.map((each) => z.literal(each))),
  /** True if the answer is shown. Private answers count toward the score, but are never shown. */
  shown: z.boolean(),
})
export type Answer = z.infer<typeof Answer>

export const Question = z.strictObject({
  _id: shown,
  theme: z.enum([...themes, OWN_THEME]),
  text: shown,
  answers: z.array(shown),
  mine: z.nullable(Answer),
  skipped: z.boolean(),
})
export type Question = z.infer<typeof Question>

const params = z.strictObject({ id: formText(/^([a-z-]{2,40}|own:[a-z0-9-]{1,40})$/, 'This isn’t a question.') })

export const questions = defineRoutes({
  listQuestions: {
    method: 'GET',
    path: '/questions',
    access: 'account',
    summary: 'List all questions with your answers',
    returns: dataOf({ questions: z.array(Question) }),
  },
  answerQuestion: {
    method: 'PUT',
    path: '/questions/:id/answer',
    access: 'account',
    summary: 'Answer a question, or skip it',
    params,
    body: z.union([Answer, z.strictObject({ skip: z.literal(true) })]),
    returns: dataOf({ question: Question }),
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/questions/:id/answer',
    access: 'account',
    summary: 'Delete an answer',
    params,
    returns: Done,
  },
})
