import { addressOf, callsOf } from '@kindred/contract/calls'
import { people } from '@kindred/contract/discovery/people'
import type { VoiceQuestion } from '@kindred/contract/profiles/users'
import { voiceAnswers } from '@kindred/contract/profiles/voice-answers'
import { isObject } from './failure.ts'
import { fetchAudio } from './fetch-audio.ts'
import { send } from './send.ts'
import { uploadFile } from './upload.ts'

const isAnswer = (data: unknown): data is { data: unknown } => isObject(data) && 'data' in data

type Saving = {
  question: VoiceQuestion
  recording: Blob
  /** The transcript, or an empty string. */
  text: string
}

export const saveVoiceAnswer = ({ question, recording, text }: Saving, onProgress: (share: number) => void) =>
  uploadFile(
    addressOf(voiceAnswers.saveVoiceAnswer, { query: { question } }),
    { file: recording, name: 'recording.wav', fields: text ? { text } : {} },
    onProgress,
    isAnswer,
  )

export const { deleteVoiceAnswer } = callsOf({ ...voiceAnswers }, send)

export const readVoiceAnswer = (userId: string): Promise<Blob> =>
  fetchAudio(addressOf(people.getVoiceAnswer, { params: { id: userId } }))
