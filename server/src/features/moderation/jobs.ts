import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

/** Deletes reports and bulk actions at the end of the retention time that the privacy policy promises. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  // The evidence, the replies and the history are deleted with the report.
  await db.deleteFrom('reports').where('closed_at', '<', ago(365)).execute()
  // The audit log keeps the decision about each account.
  await db.deleteFrom('batches').where('finished_at', '<', ago(30)).execute()
}
