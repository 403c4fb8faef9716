import type { Deps } from '../../../deps.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { insertFingerprint, picturesAfter } from './fingerprints.sql.ts'
import { readPictureFile } from './picture-files.ts'

const REACHED = 'pictures.fingerprinted'
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const AT_ONCE = 100
/** What one run does, so that uploads never wait long behind it. */
const MOST = 2000

type Context = Pick<Deps, 'db' | 'storage' | 'images' | 'log'>

/** A file that can't be read has no fingerprint. The sweep goes on without it. */
async function fingerprintOfPicture({ storage, images, log }: Context, publicId: string): Promise<string | null> {
  try {
    const file = await readPictureFile({ storage }, publicId, 'small')
    return file && (await images.fingerprint(file))
  } catch (error) {
    log.warn({ err: error }, 'a picture could not be fingerprinted')
    return null
  }
}

/** Fingerprints pictures that were uploaded before there were fingerprints, and goes on where the last run ended. */
export async function fingerprintPictures(context: Context): Promise<void> {
  const { db } = context
  const reached = await factOf(db, REACHED)
  let after = typeof reached === 'string' ? reached : BEFORE_ALL
  for (let done = 0; done < MOST; done += AT_ONCE) {
    const pictures = await picturesAfter(db, after, AT_ONCE)
    for (const { public_id, account_id, position, skip } of pictures) {
      if (skip) continue
      const fingerprint = await fingerprintOfPicture(context, public_id)
      await insertFingerprint(db, {
        public_id,
        account_id,
        fingerprint,
        due: fingerprint !== null && position !== null,
      })
    }
    const last = pictures.at(-1)
    if (!last) return
    after = last.id
    await saveFact(db, REACHED, after)
  }
}
