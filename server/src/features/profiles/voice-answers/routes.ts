import type { voiceAnswers } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { deleteVoiceAnswer, saveVoiceAnswer } from './save-voice-answer.ts'

export const voiceAnswerHandlers: Handlers<typeof voiceAnswers> = {
  saveVoiceAnswer: async (context, { query, body, file }) => ({
    data: { voice: await saveVoiceAnswer(context, context.viewer, { ...query, ...body }, file) },
  }),
  deleteVoiceAnswer: async (context) => {
    await deleteVoiceAnswer(context, context.viewer)
    return { done: true }
  },
}
