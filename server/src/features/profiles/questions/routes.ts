import type { questions } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { answerQuestion } from './answer-question.ts'
import { deleteAnswer } from './answers.sql.ts'
import { listQuestions } from './list-questions.ts'

export const questionHandlers: Handlers<typeof questions> = {
  listQuestions: async (context) => ({ data: { questions: await listQuestions(context, context.viewer.account.id) } }),
  answerQuestion: async (context, { params, body }) => ({
    data: { question: await answerQuestion(context, context.viewer.account.id, params.id, body) },
  }),
  withdrawAnswer: async ({ db, viewer }, { params }) => {
    await deleteAnswer(db, viewer.account.id, params.id)
    return { done: true }
  },
}
