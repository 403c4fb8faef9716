import { ApiError, type PhotoCheck } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { storedPictures } from '../users/profile-pictures.ts'
import { insertPhotoCheck } from './photo-checks.sql.ts'
import { toPhotoCheck } from './to-photo-check.ts'

/** Poses that nobody is likely to have a picture of already. */
const poses = [
  'Hold one hand flat on top of your head.',
  'Touch your left ear with your right hand.',
  'Hold three fingers next to your chin.',
  'Look over your right shoulder and give a thumbs-up.',
  'Put both hands on your cheeks.',
  'Hold a spoon next to your face.',
] as const
const [firstPose] = poses

export async function requestPhotoCheck(
  { db, clock, budgets }: Deps,
  { account, profile }: Viewer,
): Promise<PhotoCheck> {
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
