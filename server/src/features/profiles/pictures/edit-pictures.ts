import { ApiError, type OwnPicture } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { toOwnPictures } from '../users/profile-pictures.ts'
import { sweepSoon } from './jobs.ts'
import { noSuchPicture } from './no-such-picture.ts'
import { attachInOrder, lockPictures, picturesOf, removePicture, savePicture } from './pictures.sql.ts'
import { attached, mainPicture, otherIds } from './rules.ts'

/** Deletes one picture (without an id, the profile picture) and its files. The others close the gap. */
export async function deletePicture(context: Deps, { account }: Viewer, publicId?: string): Promise<void> {
  await unitOfWork(context, asMember(account.id), async ({ tx }) => {
    const own = await lockPictures(tx, account.id)
    const deleted = publicId === undefined ? mainPicture(own) : own.find(({ public_id }) => public_id === publicId)
    if (!deleted) throw noSuchPicture()
    await removePicture(tx, account.id, deleted.public_id)
    await attachInOrder(
      tx,
      account.id,
      otherIds(own).filter((each) => each !== deleted.public_id),
      1,
    )
  })
  await sweepSoon(context)
}

export async function arrangePictures(
  context: Deps,
  { account, sessionId }: Viewer,
  order: readonly string[],
): Promise<OwnPicture[]> {
  const pictures = await unitOfWork(context, asMember(account.id), async ({ tx }) => {
    const mine = attached(await lockPictures(tx, account.id)).map(({ public_id }) => public_id)
    if (order.length !== mine.length || mine.some((each) => !order.includes(each)))
      throw new ApiError('conflict', 'Your photos have changed in the meantime. Please check them and try again.')
    await attachInOrder(tx, account.id, order, 0)
    return picturesOf(tx, account.id)
  })
  return toOwnPictures(context, sessionId, pictures)
}

type DescriptionInput = { alt?: string | undefined; audience?: string | undefined }

export async function describePicture(
  context: Deps,
  { account, sessionId }: Viewer,
  publicId: string,
  { alt, audience }: DescriptionInput,
): Promise<OwnPicture[]> {
  const pictures = await unitOfWork(context, asMember(account.id), async ({ tx }) => {
    const own = await lockPictures(tx, account.id)
    if (!own.some(({ public_id }) => public_id === publicId)) throw noSuchPicture()
    if (alt !== undefined || audience !== undefined)
      await savePicture(tx, account.id, publicId, {
        ...(alt === undefined ? {} : { alt }),
        ...(audience === undefined ? {} : { audience }),
      })
    return picturesOf(tx, account.id)
  })
  return toOwnPictures(context, sessionId, pictures)
}
