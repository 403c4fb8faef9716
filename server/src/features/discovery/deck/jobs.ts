import type { Deps } from '../../../deps.ts'
import { inBatches } from '../../../infra/in-turns.ts'
import { countFairness } from '../learning/fairness.ts'
import { beginDecay, countSwipeBatch, decayBatch, isDecaying } from './exposure-queries.ts'
import { saveMeanExposures } from './queries.ts'

/**
 * Runs every day. Saves the mean exposures and their distribution, and decays exposure. After a crash, it only
 * continues the decay.
 */
export async function decayExposure(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps
  if (!(await isDecaying(db))) {
    await saveMeanExposures(db, clock.now())
    await countFairness(deps)
    await beginDecay(db)
  }
  let areMore = true
  while (areMore) areMore = await decayBatch(deps)
}

/** Runs every minute. Skipped swipes are counted in the next run. */
export const countChoices = ({ db }: Pick<Deps, 'db'>): Promise<void> => inBatches(() => countSwipeBatch(db))
