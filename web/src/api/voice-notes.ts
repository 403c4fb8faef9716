import { addressOf } from '@kindred/contract/calls'
import { voiceNotes } from '@kindred/contract/chat/voice-notes'
import { isObject } from './failure.ts'
import { fetchAudio } from './fetch-audio.ts'
import { uploadFile } from './upload.ts'

type Sending = {
  matchId: string
  clientId: string
  replyTo: string | undefined
  recording: Blob
  /** The transcript, or an empty string. */
  text: string
}

const isAnswer = (data: unknown): data is { data: unknown } => isObject(data) && 'data' in data

export const sendVoiceNote = (
  { matchId, clientId, replyTo, recording, text }: Sending,
  onProgress: (share: number) => void,
) =>
  uploadFile(
    addressOf(voiceNotes.sendVoiceNote, { params: { id: matchId }, query: { clientId, replyTo } }),
    { file: recording, name: 'recording.wav', fields: text ? { text } : {} },
    onProgress,
    isAnswer,
  )

export const readVoiceNote = (matchId: string, messageId: string): Promise<Blob> =>
  fetchAudio(addressOf(voiceNotes.getVoiceNote, { params: { id: matchId, messageId } }))
