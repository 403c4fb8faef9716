import * as z from 'zod/mini'
import { LONGEST_TRANSCRIPT } from '../chat/voice-notes.ts'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, text } from '../text.ts'
import { OwnVoiceAnswer, VoiceQuestion } from './users.ts'

export const voiceAnswers = defineRoutes({
  saveVoiceAnswer: {
    method: 'POST',
    path: '/auth/voice',
    access: 'account',
    summary:
      'Answer a prompt of your profile with a recording of at most 60 seconds, with what was said if you want. It ' +
      'replaces the one before',
    query: z.strictObject({ question: VoiceQuestion }),
    upload: true,
    body: z.strictObject({ text: z.optional(text(1, LONGEST_TRANSCRIPT)) }),
    returns: dataOf({ voice: OwnVoiceAnswer }),
    status: 201,
  },
  deleteVoiceAnswer: {
    method: 'DELETE',
    path: '/auth/voice',
    access: 'account',
    summary: 'Delete your recorded answer',
    returns: Done,
    errors: ['not_found'],
  },
})
