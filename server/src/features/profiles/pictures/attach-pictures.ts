import { ApiError, MOST_PICTURES, type OwnPicture, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'
import { toOwnPictures } from '../users/profile-pictures.ts'
import { assertPicturesNotHidden } from '../profile/hidden-media.ts'
import { markDue } from './fingerprints.sql.ts'
import { noSuchPicture } from './no-such-picture.ts'
import {
  attachInOrder,
  describePictures,
  lockPictures,
  removePicture,
  type PictureRow,
  writePictures,
} from './pictures.sql.ts'
import { mainPicture, otherIds, reviewOf } from './rules.ts'

type PictureInput = { publicId: string; alt?: string | undefined }

/**
 * Refuses pictures of other members and those that staff removed. Only a newly attached picture is reviewed and
 * compared with others.
 */
async function describeAll(
  { tx, config, now }: Work<'config'>,
  account: Account,
  own: readonly PictureRow[],
  inputs: readonly PictureInput[],
  path: 'imageData' | 'imagesData',
): Promise<void> {
  const review = reviewOf(config.PICTURE_REVIEW, account.created_at, now)
  const described = inputs.map(({ publicId, alt }) => {
    const picture = own.find(({ public_id }) => public_id === publicId)
    if (!picture) throw noSuchPicture()
    return { publicId, alt: alt ?? picture.alt, review: picture.position === null ? review : picture.review }
  })
  const unattached = own.filter(({ position }) => position === null).map(({ public_id }) => public_id)
  const added = described.map(({ publicId }) => publicId).filter((publicId) => unattached.includes(publicId))
  await assertPicturesNotHidden(tx, account.id, added, path)
  await describePictures(tx, account.id, described)
  await markDue(
    tx,
    added.map((public_id) => ({ account_id: account.id, public_id })),
  )
}

/** Deletes the old profile picture, unless the new one is already attached: then the two swap places. */
export async function setProfilePicture(
  context: Deps,
  { account, sessionId }: Viewer,
  input: PictureInput,
): Promise<string> {
  const pictures = await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx } = work
    const own = await lockPictures(tx, account.id)
    await describeAll(work, account, own, [input], 'imageData')
    const old = mainPicture(own)
    const others = otherIds(own)
    if (old && old.public_id !== input.publicId) {
      const at = others.indexOf(input.publicId)
      if (at >= 0) others[at] = old.public_id
      else await removePicture(tx, account.id, old.public_id)
    }
    await attachInOrder(tx, account.id, [input.publicId], 0)
    await attachInOrder(
      tx,
      account.id,
      others.filter((each) => each !== input.publicId),
      1,
    )
    return writePictures(tx, account.id)
  })
  const [main] = toOwnPictures(context, sessionId, pictures)
  if (!main) throw noSuchPicture()
  return main.url
}

export async function addPictures(
  context: Deps,
  { account, sessionId }: Viewer,
  inputs: readonly PictureInput[],
): Promise<OwnPicture[]> {
  const pictures = await unitOfWork(context, asMember(account.id), async (work) => {
    const own = await lockPictures(work.tx, account.id)
    await describeAll(work, account, own, inputs, 'imagesData')
    const others = otherIds(own)
    const added = [...new Set(inputs.map(({ publicId }) => publicId))].filter(
      (each) => !others.includes(each) && mainPicture(own)?.public_id !== each,
    )
    if (others.length + added.length > MOST_PICTURES)
      throw new ApiError(
        'conflict',
        message('You can add up to {most} photos besides your profile photo.', { most: MOST_PICTURES }),
      )
    await attachInOrder(work.tx, account.id, [...others, ...added], 1)
    const all = await writePictures(work.tx, account.id)
    return all.filter(({ publicId }) => inputs.some((each) => each.publicId === publicId))
  })
  return toOwnPictures(context, sessionId, pictures)
}
