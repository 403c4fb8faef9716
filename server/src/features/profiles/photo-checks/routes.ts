import { ApiError, type PhotoCheck, type photoChecks, SELFIE_SECONDS } from '@kindred/contract'
import type { Selectable } from 'kysely'
import type { Handlers } from '../../../http/mount.ts'
import { twoPoses } from './poses.ts'
import { attachSelfies, insertPhotoCheck, latestPhotoCheck } from './queries.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { noSuchPicture } from '../pictures/pictures.ts'
import { lockPictures, type PictureRow } from '../pictures/queries.ts'
import { days, later, minutes, seconds } from '../../../infra/clock.ts'
import { storedPictures } from '../users/users.ts'
import type { PhotoChecks } from '../../../infra/db/schema.ts'

const toPhotoCheck = (
  { id, pose, second_pose, status, asked_at }: Selectable<PhotoChecks>,
  { caller }: Answering,
): PhotoCheck => ({
  _id: id,
  pose: write(caller.language, pose),
  secondPose: write(caller.language, second_pose),
  // A check constraint of the table allows only these values.
  status: status as PhotoCheck['status'],
  askedAt: asked_at.toISOString(),
})

/** A slow upload gets another minute. */
const PATIENCE = seconds(SELFIE_SECONDS) + minutes(1)

async function requestPhotoCheck(
  { db, clock, budgets, caller }: Deps & Answering,
  { account, profile }: Viewer,
  hands: boolean,
): Promise<PhotoCheck> {
  if (storedPictures(profile).length === 0)
    throw new ApiError('conflict', 'Please add a photo of yourself first, so we can compare your selfies with it.')
  await budgets.spend([{ key: `photo-check:${account.id}`, limit: 10, within: days(1) }])
  const [pose, second_pose] = twoPoses(hands)
  const row = await insertPhotoCheck(db, account.id, { pose, second_pose, asked_at: clock.now() })
  if (!row) throw new ApiError('conflict', 'We’re already checking your photos.')
  return toPhotoCheck(row, { caller })
}

/** An exact copy: another photo, even of the same pose a moment later, has another fingerprint or size. */
const isCopy = (one: PictureRow, other: PictureRow): boolean =>
  one.fingerprint !== null && one.fingerprint === other.fingerprint && one.size === other.size

type Selfies = { publicId: string; secondId: string }

/** Only new photos count, so that the poses can't be prepared. */
async function submitPhotoCheck(context: Deps & Answering, { account }: Viewer, selfies: Selfies): Promise<PhotoCheck> {
  const row = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const own = await lockPictures(tx, account.id)
    const sent = [selfies.publicId, selfies.secondId].map((id) =>
      own.find(({ public_id, position }) => public_id === id && position === null),
    )
    const [first, second] = sent
    if (!first || !second || first === second) throw noSuchPicture()
    if (
      isCopy(first, second) ||
      own.some((each) => each.position !== null && sent.some((selfie) => isCopy(selfie!, each)))
    )
      throw new ApiError('conflict', 'Take two new selfies. One of these is a copy.')
    const check = await attachSelfies(tx, account.id, selfies, now, later(now, -PATIENCE))
    if (check && sent.some((selfie) => selfie!.created_at < check.asked_at))
      throw new ApiError('conflict', 'Take both selfies after you got your poses.')
    return check
  })
  if (!row) throw new ApiError('conflict', 'The two minutes are over. Get new poses.')
  return toPhotoCheck(row, context)
}

export const photoCheckHandlers: Handlers<typeof photoChecks> = {
  getPhotoCheck: async (context) => {
    const latest = await latestPhotoCheck(context.db, context.viewer.account.id)
    return { data: { check: latest ? toPhotoCheck(latest, context) : null } }
  },
  askForPhotoCheck: async (context, { body }) => ({
    data: { check: await requestPhotoCheck(context, context.viewer, body.hands) },
  }),
  sendPhotoCheck: async (context, { body }) => ({
    data: { check: await submitPhotoCheck(context, context.viewer, body) },
  }),
}
