import { addressOf } from '@kindred/contract/calls'
import { voiceNotes } from '@kindred/contract/chat/voice-notes'
import { answerIn, BASE } from './base.ts'
import { credentials } from './credentials.ts'
import { texts } from './error-text.ts'
import { CallFailed, isObject } from './failure.ts'
import { TIMEOUT } from './send.ts'
import { uploadFile } from './upload.ts'

type Sending = { matchId: string; clientId: string; replyTo: string | undefined; recording: Blob }

const isAnswer = (data: unknown): data is { data: unknown } => isObject(data) && 'data' in data

export const sendVoiceNote = (
  { matchId, clientId, replyTo, recording }: Sending,
  onProgress: (share: number) => void,
) =>
  uploadFile(
    addressOf(voiceNotes.sendVoiceNote, { params: { id: matchId }, query: { clientId, replyTo } }),
    recording,
    'recording.wav',
    onProgress,
    isAnswer,
  )

/** The sound of a voice note. It needs the session's token, so no element can load it by its address. */
export async function readVoiceNote(matchId: string, messageId: string): Promise<Blob> {
  const address = BASE + addressOf(voiceNotes.getVoiceNote, { params: { id: matchId, messageId } })
  const { token: tokenNow, refresh } = credentials()
  const get = (token: string | null) =>
    fetch(address, {
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    }).catch(() => {
      throw new CallFailed('no-answer', texts.networkOnTheWay)
    })
  const token = tokenNow()
  let answer = await get(token)
  if (answer.status === 401 && token) answer = await get(await refresh(token))
  if (answer.ok) return answer.blob()
  throw new CallFailed('answer', '', { status: answer.status, data: answerIn(await answer.text()) })
}
