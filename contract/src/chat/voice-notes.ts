import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { id, plainText, text } from '../text.ts'
import { messageAnswer } from './conversations.ts'

/** Recordings are uploaded as WAV (mono, 16 bits), with at most this sample rate and length in seconds. */
export const VOICE_RATE = 16_000
export const VOICE_SECONDS = 60
/** The sender's own browser writes the transcript. */
export const LONGEST_TRANSCRIPT = 2000

export const voiceNotes = defineRoutes({
  sendVoiceNote: {
    method: 'POST',
    path: '/matches/:id/voice-notes',
    access: 'member',
    contact: true,
    feature: 'voiceNotes',
    newTerms: true,
    summary:
      'Send a recording of at most 60 seconds, with what was said if you want. Sending it again with the same client ' +
      'ID returns the first result',
    params: z.strictObject({ id }),
    query: z.strictObject({ clientId: plainText(64).check(z.minLength(8)), replyTo: z.optional(id) }),
    upload: true,
    body: z.strictObject({ text: z.optional(text(1, LONGEST_TRANSCRIPT)) }),
    returns: messageAnswer,
    status: 201,
    errors: ['their_turn', 'conflict', 'forbidden', 'key_reused'],
  },
  getVoiceNote: {
    method: 'GET',
    path: '/matches/:id/messages/:messageId/voice',
    access: 'member',
    summary: 'Get the sound of a voice note',
    params: z.strictObject({ id, messageId: id }),
    returns: { stream: 'audio/ogg', headers: { 'content-disposition': 'inline' } },
  },
})
