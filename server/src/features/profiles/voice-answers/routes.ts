import type { voiceAnswers } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { deleteVoiceAnswer, saveVoiceAnswer } from './save-voice-answer.ts'

export const voiceAnswerHandlers: Handlers<typeof voiceAnswers> = {
  saveVoiceAnswer: async (context, { query, file }) => ({
    data: { voice: await saveVoiceAnswer(context, context.viewer, query.question, file) },
  }),
  deleteVoiceAnswer: async (context) => {
    await deleteVoiceAnswer(context, context.viewer)
    return { done: true }
  },
}
