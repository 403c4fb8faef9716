import { ApiError, message, MOST_PICTURES, type OwnPicture, pictureSizes } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import {
  attachInOrder,
  describePictures,
  lockPictures,
  markDue,
  type PictureRow,
  withdrawPicture,
  writePictures,
} from './queries.ts'
import { mainPicture, otherIds, reviewOf } from './rules.ts'
import { assertPicturesNotHidden, assertTextsNotHidden } from '../profile/removed-content.ts'
import { assertFewChanges } from '../shown-texts/shown-texts.ts'
import { toOwnPictures } from '../users/users.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { waitAWhile } from '../../../infra/storage/patience.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

/** The same error for a missing photo and for another member's, so that it reveals neither. */
export const noSuchPicture = () => new ApiError('not_found', 'We couldn’t find this photo.')

type PictureInput = { publicId: string; alt?: string | undefined }

/**
 * Refuses photos of other members and those that staff removed. Only newly attached photos are reviewed and compared
 * with others.
 */
async function describeAll(
  { tx, config, now }: Work<'config'>,
  account: Account,
  own: readonly PictureRow[],
  inputs: readonly PictureInput[],
  path: 'imageData' | 'imagesData',
): Promise<void> {
  await assertFewChanges(tx, account.id, now)
  const review = reviewOf(config.PICTURE_REVIEW, account.created_at, now)
  const described = inputs.map(({ publicId, alt }) => {
    const picture = own.find(({ public_id }) => public_id === publicId)
    if (!picture) throw noSuchPicture()
    return { publicId, alt: alt ?? picture.alt, review: picture.position === null ? review : picture.review }
  })
  const unattached = own.filter(({ position }) => position === null).map(({ public_id }) => public_id)
  const added = described.map(({ publicId }) => publicId).filter((publicId) => unattached.includes(publicId))
  await assertPicturesNotHidden(tx, account.id, added, path)
  await assertTextsNotHidden(tx, account.id, { [path]: inputs.map(({ alt }) => alt) })
  await describePictures(tx, account.id, described)
  await markDue(
    tx,
    added.map((public_id) => ({ account_id: account.id, public_id })),
  )
}

/** Deletes the old profile photo, unless the new one is already attached, in which case the two swap places. */
export async function setProfilePicture(
  context: Deps,
  { account, sessionId }: Viewer,
  input: PictureInput,
): Promise<string> {
  const pictures = await unitOfWork(context, asMember(account.id), async (work) => {
    const { tx, now } = work
    const own = await lockPictures(tx, account.id)
    await describeAll(work, account, own, [input], 'imageData')
    const old = mainPicture(own)
    const others = otherIds(own)
    if (old && old.public_id !== input.publicId) {
      const at = others.indexOf(input.publicId)
      if (at >= 0) others[at] = old.public_id
      else await withdrawPicture(tx, old, now)
    }
    await attachInOrder(tx, account.id, [input.publicId], 0)
    await attachInOrder(
      tx,
      account.id,
      others.filter((each) => each !== input.publicId),
      1,
    )
    return writePictures(tx, account.id, now)
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
    const all = await writePictures(work.tx, account.id, work.now)
    return all.filter(({ publicId }) => inputs.some((each) => each.publicId === publicId))
  })
  return toOwnPictures(context, sessionId, pictures)
}

type Size = (typeof pictureSizes)[number]
type Files = Record<Size, Uint8Array>

const RETRY_SECONDS = 60

const fileName = (publicId: string, size: string) => `${publicId}/${size}.webp`

export const readPictureFile = (
  { storage }: Pick<Deps, 'storage'>,
  publicId: string,
  size: Size,
): Promise<Uint8Array | null> => storage.get(fileName(publicId, size))

/**
 * Reports a full or failing storage as a temporary error, because the sender isn't to blame and can try again later.
 */
export async function savePictureFiles(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  accountId: string,
  publicId: string,
  files: Files,
): Promise<void> {
  const saves = await Promise.allSettled(
    pictureSizes.map((size) => storage.put(fileName(publicId, size), files[size], accountId)),
  )
  const failed = saves.find((save) => save.status === 'rejected')
  if (!failed) return
  const err: unknown = failed.reason
  log.error({ err }, 'a picture could not be stored')
  throw new ApiError('unavailable', 'We can’t save photos right now. Please try again in a few minutes.', {
    retryAfter: RETRY_SECONDS,
  })
}

/** Removes all sizes of a photo, or a voice note. */
export async function removeFiles({ storage }: Pick<Deps, 'storage'>, publicId: string): Promise<void> {
  for (const size of pictureSizes) await storage.remove(fileName(publicId, size))
  await storage.remove(voiceFile(publicId))
}

/** Removes the files of a failed upload, which no row names, so no sweep would find them later. */
export async function discardPictureFiles(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  publicId: string,
): Promise<void> {
  const discard = (size: Size) =>
    storage.remove(fileName(publicId, size)).catch((err: unknown) => log.warn({ err }, 'a file was left behind'))
  await waitAWhile(Promise.all(pictureSizes.map(discard)))
}
