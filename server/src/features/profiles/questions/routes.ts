import type { questions } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { answerQuestion, listQuestions, questionWith, withdrawAnswer } from './questions.ts'

export const questionHandlers: Handlers<typeof questions> = {
  listQuestions: async (context) => ({ data: { questions: await listQuestions(context, context.viewer.account.id) } }),
  answerQuestion: async (context, { params, body }) => {
    const { id } = context.viewer.account
    const asked = await questionWith(context, params.id)
    const question = await unitOfWork(context, asMember(id), (work) => answerQuestion(work, id, asked, body))
    return { data: { question } }
  },
  withdrawAnswer: async (context, { params }) => {
    const { id } = context.viewer.account
    await unitOfWork(context, asMember(id), (work) => withdrawAnswer(work, id, params.id))
    return { done: true }
  },
}
