import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { deleteContent, findOutdated } from './queries.ts'
import { removeCopies } from './evidence.ts'
import { readSealed } from './stored.ts'

/**
 * Deletes evidence a year after it was sealed, once its report is deleted, unless there is a legal hold. Reports are
 * deleted a year after they are closed. The digests stay, so that the chain can still be verified.
 */
export async function dropEvidence(context: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const outdated = await findOutdated(context.db, later(context.clock.now(), -days(365)))
  await forEachSeparately(outdated, async ({ id, content }) => {
    await removeCopies(context, { id, content: readSealed(content) })
    await deleteContent(context.db, id)
  })
}
