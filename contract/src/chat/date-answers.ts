import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, shown } from '../text.ts'

export const DateQuestion = z.strictObject({ planId: id, name: shown, startsAt: instant })
export type DateQuestion = z.infer<typeof DateQuestion>

export const DateAnswer = z.strictObject({
  _id: id,
  /** Null once the plan of the date is deleted. */
  planId: z.nullable(id),
  /** Null if the two members are no longer matched. */
  name: z.nullable(shown),
  startsAt: instant,
  met: z.boolean(),
  again: z.nullable(z.boolean()),
})
export type DateAnswer = z.infer<typeof DateAnswer>

export const dateAnswers = defineRoutes({
  listDateQuestions: {
    method: 'GET',
    path: '/date-answers',
    access: 'member',
    summary: 'List the past dates that you can answer about, and your earlier answers',
    returns: dataOf({
      questions: z.array(DateQuestion),
      answers: z.array(DateAnswer),
      /** True if administrators let answers influence ranking. */
      helpOrder: z.boolean(),
    }),
  },
  answerAboutDate: {
    method: 'PUT',
    path: '/date-answers/:id',
    access: 'member',
    summary: 'Say whether you met, and whether you would meet again',
    params: z.strictObject({ id }),
    body: z.strictObject({ met: z.boolean(), again: z.nullable(z.boolean()) }),
    returns: Done,
  },
  deleteDateAnswer: {
    method: 'DELETE',
    path: '/date-answers/:id',
    access: 'session',
    summary: 'Delete your answer about a date',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
