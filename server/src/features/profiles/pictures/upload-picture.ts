import type { Upload, Uploaded } from '@kindred/contract'
import { randomBytes } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { discardPictureFiles, savePictureFiles } from './picture-files.ts'
import { insertFingerprint } from './fingerprints.sql.ts'
import { insertPicture } from './pictures.sql.ts'

const MIME = 'image/webp'

/** Stores a picture without attaching it to the profile. */
export async function uploadPicture(
  context: Deps,
  { account, sessionId }: Viewer,
  { bytes, name }: Upload,
): Promise<Uploaded> {
  const { clock, keys, budgets, images } = context
  await budgets.spend([{ key: `upload:${account.id}`, limit: 60, within: minutes(60) }])
  const { files, placeholder, width, height, fingerprint } = await images.draw(bytes)
  const publicId = randomBytes(16).toString('hex')
  const now = clock.now()
  const size = files.large.length
  const row = { public_id: publicId, account_id: account.id, name, size, mime_type: MIME, width, height, placeholder }
  try {
    await savePictureFiles(context, account.id, publicId, files)
    await unitOfWork(context, asMember(account.id), async ({ tx }) => {
      await insertPicture(tx, { ...row, created_at: now })
      await insertFingerprint(tx, { public_id: publicId, account_id: account.id, fingerprint, due: false })
    })
  } catch (error) {
    await discardPictureFiles(context, publicId)
    throw error
  }
  return { url: pictureAddress(keys, sessionId, publicId, now), publicId, name, size, mimeType: MIME }
}
