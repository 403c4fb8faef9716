import { ApiError, type OwnPicture, type pictures, type Upload, type Uploaded } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import type { Handlers } from '../../../http/mount.ts'
import { addPictures, setProfilePicture, discardPictureFiles, savePictureFiles, noSuchPicture } from './pictures.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, minutes } from '../../../infra/clock.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { attachInOrder, insertPicture, lockPictures, savePicture, withdrawPicture, writePictures } from './queries.ts'
import { assertTextsNotHidden } from '../profile/removed-content.ts'
import { assertFewChanges } from '../shown-texts/shown-texts.ts'
import { toOwnPictures } from '../users/users.ts'
import { sweepSoon } from './jobs.ts'
import { attached, mainPicture, otherIds } from './rules.ts'

/** Deletes the profile photo if no ID is given. The other photos move up. */
async function deletePicture(context: Deps, { account }: Viewer, publicId?: string): Promise<void> {
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const own = await lockPictures(tx, account.id)
    const deleted = publicId === undefined ? mainPicture(own) : own.find(({ public_id }) => public_id === publicId)
    if (!deleted) throw noSuchPicture()
    await withdrawPicture(tx, deleted, now)
    await attachInOrder(
      tx,
      account.id,
      otherIds(own).filter((each) => each !== deleted.public_id),
      1,
    )
    await writePictures(tx, account.id, now)
  })
  await sweepSoon(context)
}

async function arrangePictures(
  context: Deps,
  { account, sessionId }: Viewer,
  order: readonly string[],
): Promise<OwnPicture[]> {
  const pictures = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const mine = attached(await lockPictures(tx, account.id)).map(({ public_id }) => public_id)
    if (order.length !== mine.length || mine.some((each) => !order.includes(each)))
      throw new ApiError('conflict', 'Your photos have changed in the meantime. Please check them and try again.')
    await attachInOrder(tx, account.id, order, 0)
    return writePictures(tx, account.id, now)
  })
  return toOwnPictures(context, sessionId, pictures)
}

type DescriptionInput = { alt?: string | undefined; audience?: string | undefined }

async function describePicture(
  context: Deps,
  { account, sessionId }: Viewer,
  publicId: string,
  { alt, audience }: DescriptionInput,
): Promise<OwnPicture[]> {
  const pictures = await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    await assertFewChanges(tx, account.id, now)
    const own = await lockPictures(tx, account.id)
    if (!own.some(({ public_id }) => public_id === publicId)) throw noSuchPicture()
    if (alt !== undefined) await assertTextsNotHidden(tx, account.id, { alt })
    if (alt !== undefined || audience !== undefined)
      await savePicture(tx, account.id, publicId, {
        ...(alt === undefined ? {} : { alt }),
        ...(audience === undefined ? {} : { audience }),
      })
    return writePictures(tx, account.id, now)
  })
  return toOwnPictures(context, sessionId, pictures)
}

const MIME = 'image/webp'
/** Evidence has as many withdrawn photos (MOST_WITHDRAWN), so that none of the last day can be pushed out of it. */
const UPLOADS_A_DAY = 100

async function uploadPicture(
  context: Deps,
  { account, sessionId }: Viewer,
  { bytes, name }: Upload,
): Promise<Uploaded> {
  const { clock, keys, budgets, images } = context
  await budgets.spend([
    { key: `upload:${account.id}`, limit: 60, within: minutes(60) },
    { key: `uploads-a-day:${account.id}`, limit: UPLOADS_A_DAY, within: days(1) },
  ])
  const { files, placeholder, width, height, fingerprint } = await images.draw(bytes)
  const publicId = randomBytes(16).toString('hex')
  const now = clock.now()
  const size = files.large.length
  const picture = { public_id: publicId, account_id: account.id, name, size, mime_type: MIME, width, height }
  try {
    await savePictureFiles(context, account.id, publicId, files)
    await unitOfWork(context, asMember(account.id), ({ tx }) =>
      insertPicture(tx, { ...picture, placeholder, fingerprint, created_at: now }),
    )
  } catch (error) {
    await discardPictureFiles(context, publicId)
    throw error
  }
  return { url: pictureAddress(keys, sessionId, publicId, now), publicId, name, size, mimeType: MIME }
}

export const pictureHandlers: Handlers<typeof pictures> = {
  uploadMedia: (context, { file }) => uploadPicture(context, context.viewer, file),
  uploadProfilePicture: async (context, { body }) => ({
    data: { profilePicture: await setProfilePicture(context, context.viewer, body.imageData) },
  }),
  uploadPictures: async (context, { body }) => ({
    data: { uploadedImages: await addPictures(context, context.viewer, body.imagesData) },
  }),
  deletePicture: async (context, { params }) => {
    await deletePicture(context, context.viewer, params.publicId)
    return { done: true }
  },
  deleteProfilePicture: async (context) => {
    await deletePicture(context, context.viewer)
    return { done: true }
  },
  arrangePictures: async (context, { body }) => ({
    data: { pictures: await arrangePictures(context, context.viewer, body.order) },
  }),
  describePicture: async (context, { params, body }) => ({
    data: { pictures: await describePicture(context, context.viewer, params.publicId, body) },
  }),
}
