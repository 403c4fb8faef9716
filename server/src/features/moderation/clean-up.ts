import type { Deps } from '../../deps.ts'
import { days, later } from '../../infra/clock.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const ago = (count: number) => later(clock.now(), -days(count))
  // A complaint with its evidence, its answers and what was decided.
  await db.deleteFrom('reports').where('closed_at', '<', ago(365)).execute()
  // Long enough to look up what was done to many at once; the log keeps each of them.
  await db.deleteFrom('batches').where('finished_at', '<', ago(30)).execute()
}
