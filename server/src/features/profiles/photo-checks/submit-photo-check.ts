import { ApiError, type PhotoCheck } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { noSuchPicture } from '../pictures/no-such-picture.ts'
import { lockPictures } from '../pictures/pictures.sql.ts'
import { attachSelfie } from './photo-checks.sql.ts'
import { toPhotoCheck } from './to-photo-check.ts'

/** Sends a selfie for the pose that was asked for. It must be an upload that isn't part of the profile. */
export async function submitPhotoCheck(context: Deps, { account }: Viewer, publicId: string): Promise<PhotoCheck> {
  const row = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const own = await lockPictures(tx, account.id)
    if (!own.some(({ public_id, position }) => public_id === publicId && position === null)) throw noSuchPicture()
    return attachSelfie(tx, account.id, publicId, now)
  })
  if (!row) throw new ApiError('conflict', 'Get a pose first.')
  return toPhotoCheck(row)
}
