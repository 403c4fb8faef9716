import { ApiError, type reviews, type Waiting, type WaitingVoice } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { decideCheck, reviewPicture, reviewVoice, undoReview } from './reviews.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import {
  ownerOfHeldVoice,
  storedVoice,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
  type WaitingVoiceRow,
  waitingVoices,
} from '../../profiles/index.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'

function toWaitingVoice(row: WaitingVoiceRow): WaitingVoice[] {
  const voice = storedVoice(row)
  if (!voice) return []
  const { fileId, question, durationMs, text } = voice
  const user = { _id: row.account_id, name: row.name }
  return [{ _id: fileId, user, question, durationMs, text, at: row.at.toISOString() }]
}

async function listWaiting({ db, keys, clock, caller }: Deps & Answering, { sessionId }: Viewer) {
  const urlOf = (publicId: string) => pictureAddress(keys, sessionId, publicId, clock.now(), 'staff')
  const toWaiting = (row: WaitingRow): Waiting => ({
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    pose: row.pose === null ? null : write(caller.language, row.pose),
    pictureUrl: urlOf(row.public_id),
    ...(row.second_id
      ? { second: { pose: write(caller.language, row.second_pose ?? ''), pictureUrl: urlOf(row.second_id) } }
      : {}),
    profileUrls: row.others.map(urlOf),
    at: row.at.toISOString(),
  })
  const [pictures, checks, voices] = await Promise.all([waitingPictures(db), waitingChecks(db), waitingVoices(db)])
  return { held: pictures.map(toWaiting), checks: checks.map(toWaiting), voices: voices.flatMap(toWaitingVoice) }
}

/** Works only while the voice answer awaits review. As with photos, the review itself is the access reason. */
async function readWaitingVoice({ db, storage }: Deps, fileId: string): Promise<string> {
  const file = (await ownerOfHeldVoice(db, fileId)) && (await storage.get(voiceFile(fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return `data:audio/ogg;base64,${file.toString('base64')}`
}

export const reviewHandlers: Handlers<typeof reviews> = {
  listWaitingPictures: async (context) => ({ data: await listWaiting(context, context.viewer) }),
  reviewPicture: async (context, { params, body }) => {
    await reviewPicture(context, context.viewer, params.id, body)
    return { done: true }
  },
  getWaitingVoice: async (context, { params }) => ({ data: { voice: await readWaitingVoice(context, params.id) } }),
  reviewVoice: async (context, { params, body }) => {
    await reviewVoice(context, context.viewer, params.id, body)
    return { done: true }
  },
  undoPictureReview: async (context, { params }) => {
    await undoReview(context, context.viewer, 'picture', params.id)
    return { done: true }
  },
  undoVoiceReview: async (context, { params }) => {
    await undoReview(context, context.viewer, 'voice', params.id)
    return { done: true }
  },
  undoPhotoCheck: async (context, { params }) => {
    await undoReview(context, context.viewer, 'check', params.id)
    return { done: true }
  },
  decidePhotoCheck: async (context, { params, body }) => {
    await decideCheck(context, context.viewer, params.id, body.accepted)
    return { done: true }
  },
}
