import { ApiError, pictureSizes } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { waitAWhile } from '../../../infra/storage/patience.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'

type Size = (typeof pictureSizes)[number]
type Files = Record<Size, Uint8Array>

const RETRY_SECONDS = 60

const fileName = (publicId: string, size: string) => `${publicId}/${size}.webp`

/** A picture from before there were tiny ones has a small one. */
export const readPictureFile = async (
  { storage }: Pick<Deps, 'storage'>,
  publicId: string,
  size: Size,
): Promise<Uint8Array | null> =>
  (await storage.get(fileName(publicId, size))) ??
  (size === 'tiny' ? await storage.get(fileName(publicId, 'small')) : null)

/** If the storage is full or keeps failing, the sender isn't to blame and can try again later. */
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

/** Removes all sizes of a picture, or a voice note. */
export async function removeFiles({ storage }: Pick<Deps, 'storage'>, publicId: string): Promise<void> {
  for (const size of pictureSizes) await storage.remove(fileName(publicId, size))
  await storage.remove(voiceFile(publicId))
}

/** For an upload that failed. No row names its files, so no sweep would find them later. */
export async function discardPictureFiles(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  publicId: string,
): Promise<void> {
  const discard = (size: Size) =>
    storage.remove(fileName(publicId, size)).catch((err: unknown) => log.warn({ err }, 'a file was left behind'))
  await waitAWhile(Promise.all(pictureSizes.map(discard)))
}
