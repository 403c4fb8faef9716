import type { Deps } from '../../../deps.ts'
import { inBatches } from '../../../infra/in-turns.ts'
import { countFairness } from '../learning/fairness.ts'
import { beginFading, countSome, fadeSome, isFading } from './exposure-queries.ts'
import { saveMeanExposures } from './queries.ts'

/**
 * Runs every day. Saves the mean exposures and their distribution, and decays exposure. After a crash, it only
 * continues the decay.
 */
export async function fadeExposure({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await isFading(db))) {
    await saveMeanExposures(db)
    await countFairness({ db })
    await beginFading(db)
  }
  let areMore = true
  while (areMore) areMore = await fadeSome(db)
}

/** Runs every minute. Skipped swipes are counted in the next run. */
export const countChoices = ({ db }: Pick<Deps, 'db'>): Promise<void> => inBatches(() => countSome(db))
