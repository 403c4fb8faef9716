import type { Deps } from '../../../deps.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { waitAWhile } from '../../../infra/storage/patience.ts'
import { removeFiles } from './pictures.ts'
import { deleteNeverAttached, droppedFiles, filesWithoutRow, forgetDroppedFile } from './queries.ts'

/** A file that can't be deleted stays listed for the next sweep. */
export async function sweepDroppedFiles({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  await forEachSeparately(await droppedFiles(db, clock.now()), async ({ public_id }) => {
    await removeFiles({ storage }, public_id)
    await forgetDroppedFile(db, public_id)
  })
}

/** Lets a request continue if the storage fails or hangs. The next sweep removes the remaining files. */
export const sweepSoon = (context: Pick<Deps, 'db' | 'storage' | 'clock' | 'log'>): Promise<unknown> =>
  waitAWhile(
    sweepDroppedFiles(context).catch((err: unknown) => context.log.warn({ err }, 'deleted files stay for the sweep')),
  )

/** Removes files without a row, which a server leaves behind if it dies before it saves the row. */
async function removeWithoutRow({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const waiting = await storage.waitingBefore(later(clock.now(), -hours(1)))
  await forEachSeparately(await filesWithoutRow(db, waiting), (key) => storage.remove(key))
}

export async function deleteUnattachedPictures(context: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  await deleteNeverAttached(context.db, later(context.clock.now(), -days(1)))
  await forEachSeparately([removeWithoutRow, sweepDroppedFiles], (sweep) => sweep(context))
}
