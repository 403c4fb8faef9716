import type { Waiting, WaitingVoice } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import {
  storedVoice,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
  waitingVoices,
  type WaitingVoiceRow,
} from '../../profiles/index.ts'

function toWaitingVoice(row: WaitingVoiceRow): WaitingVoice[] {
  const voice = storedVoice(row)
  if (!voice) return []
  const { fileId, question, durationMs, text } = voice
  const user = { _id: row.account_id, name: row.name }
  return [{ _id: fileId, user, question, durationMs, text, at: row.at.toISOString() }]
}

/** Pictures, photo checks and voice answers that wait for review, with picture URLs that are valid for this session. */
export async function listWaiting({ db, keys, clock }: Deps, { sessionId }: Viewer) {
  const urlOf = (publicId: string) => pictureAddress(keys, sessionId, publicId, clock.now(), 'staff')
  const toWaiting = (row: WaitingRow): Waiting => ({
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    pose: row.pose,
    pictureUrl: urlOf(row.public_id),
    profileUrls: row.others.map(urlOf),
    at: row.at.toISOString(),
  })
  const [pictures, checks, voices] = await Promise.all([waitingPictures(db), waitingChecks(db), waitingVoices(db)])
  return { held: pictures.map(toWaiting), checks: checks.map(toWaiting), voices: voices.flatMap(toWaitingVoice) }
}
