import type { questions } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { answer, questionsFor, withdraw } from './service.ts'

export const questionHandlers: Handlers<typeof questions> = {
  listQuestions: async (context) => ({ data: { questions: await questionsFor(context, context.viewer.account.id) } }),
  answerQuestion: async (context, { params, body }) => ({
    data: { question: await answer(context, context.viewer.account.id, params.id, body) },
  }),
  withdrawAnswer: async (context, { params }) => {
    await withdraw(context, context.viewer.account.id, params.id)
    return { done: true }
  },
}
