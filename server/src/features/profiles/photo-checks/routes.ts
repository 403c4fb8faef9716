import { ApiError, type PhotoCheck, type photoChecks } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Handlers } from '../../../http/mount.ts'
import { attachSelfie, insertPhotoCheck, latestPhotoCheck } from './queries.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { noSuchPicture } from '../pictures/pictures.ts'
import { lockPictures } from '../pictures/queries.ts'
import { days } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { storedPictures } from '../users/users.ts'
import type { PhotoChecks } from '../../../infra/db/schema.ts'

const toPhotoCheck = ({ id, pose, status, asked_at }: Selectable<PhotoChecks>): PhotoCheck => ({
  _id: id,
  pose,
  // A check constraint of the table allows only these values.
  status: status as PhotoCheck['status'],
  askedAt: asked_at.toISOString(),
})

/** Poses that members are unlikely to have a photo of already. */
const poses = [
  'Hold one hand flat on top of your head.',
  'Touch your left ear with your right hand.',
  'Hold three fingers next to your chin.',
  'Look over your right shoulder and give a thumbs-up.',
  'Put both hands on your cheeks.',
  'Hold a spoon next to your face.',
] as const
const [firstPose] = poses

async function requestPhotoCheck({ db, clock, budgets }: Deps, { account, profile }: Viewer): Promise<PhotoCheck> {
  if (storedPictures(profile).length === 0)
    throw new ApiError('conflict', 'Please add a photo of yourself first, so we can compare your selfie with it.')
  await budgets.spend([{ key: `photo-check:${account.id}`, limit: 5, within: days(1) }])
  const pose = poses[randomInt(poses.length)] ?? firstPose
  try {
    return toPhotoCheck(await insertPhotoCheck(db, account.id, pose, clock.now()))
  } catch (error) {
    if (isTaken(error)) throw new ApiError('conflict', 'We’re already checking your photos.')
    throw error
  }
}

async function submitPhotoCheck(context: Deps, { account }: Viewer, publicId: string): Promise<PhotoCheck> {
  const row = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const own = await lockPictures(tx, account.id)
    if (!own.some(({ public_id, position }) => public_id === publicId && position === null)) throw noSuchPicture()
    return attachSelfie(tx, account.id, publicId, now)
  })
  if (!row) throw new ApiError('conflict', 'Get a pose first.')
  return toPhotoCheck(row)
}

export const photoCheckHandlers: Handlers<typeof photoChecks> = {
  getPhotoCheck: async ({ db, viewer }) => {
    const latest = await latestPhotoCheck(db, viewer.account.id)
    return { data: { check: latest ? toPhotoCheck(latest) : null } }
  },
  askForPhotoCheck: async (context) => ({ data: { check: await requestPhotoCheck(context, context.viewer) } }),
  sendPhotoCheck: async (context, { body }) => ({
    data: { check: await submitPhotoCheck(context, context.viewer, body.publicId) },
  }),
}
