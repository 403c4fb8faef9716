import type { OwnPicture } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Profile } from '../../../http/session.ts'
import { pictureAddress, type Reader } from '../../../infra/picture-address.ts'

export type StoredPicture = Omit<OwnPicture, 'url'> & { position: number }
export type Addressing = Pick<Deps, 'keys' | 'clock'>

export const storedPictures = (profile: { pictures: Profile['pictures'] } | null | undefined): StoredPicture[] =>
  // `writePictures` writes this column, and nothing else does.
  (profile?.pictures ?? []) as StoredPicture[]

/** Each URL works only for the viewer's session. */
export const withUrls = <P extends { publicId: string }>(
  { keys, clock }: Addressing,
  sessionId: string,
  pictures: readonly P[],
  reader: Reader = 'member',
) =>
  pictures.map((picture) => ({
    ...picture,
    url: pictureAddress(keys, sessionId, picture.publicId, clock.now(), reader),
  }))

export const toOwnPictures = (
  context: Addressing,
  sessionId: string,
  pictures: readonly StoredPicture[],
  reader: Reader = 'member',
): OwnPicture[] => withUrls(context, sessionId, pictures, reader).map(({ position: _, ...picture }) => picture)

export function toPictureFields<P extends { url: string }>(
  pictures: readonly (P & { position?: number })[],
  hasMain: boolean,
) {
  return {
    profilePicture: hasMain ? (pictures[0]?.url ?? null) : null,
    more_pictures: pictures.slice(hasMain ? 1 : 0),
    pictures: [...pictures],
  }
}
