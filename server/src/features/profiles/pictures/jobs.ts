import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { removeFiles } from './picture-files.ts'
import { deleteNeverAttached, droppedFiles, forgetDroppedFile } from './pictures.sql.ts'

/** Deletes the files of deleted pictures and voice notes. One that can't be deleted stays listed for the next sweep. */
export async function sweepDroppedFiles({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<void> {
  await forEachSeparately(await droppedFiles(db), async ({ public_id }) => {
    await removeFiles({ storage }, public_id)
    await forgetDroppedFile(db, public_id)
  })
}

/** Deletes uploads that weren't attached within a day. */
export async function deleteUnattachedPictures(context: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  await deleteNeverAttached(context.db, later(context.clock.now(), -days(1)))
  await sweepDroppedFiles(context)
}
