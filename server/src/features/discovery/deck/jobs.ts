import type { Deps } from '../../../deps.ts'
import { countFairness } from '../learning/count-fairness.ts'
import { beginFading, fadeSome, isFading } from './exposure.sql.ts'
import { saveMeanExposures } from './order-groups.sql.ts'

/**
 * Every day: saves the mean exposures and how even they are, and fades exposure. After a crash, it only goes on fading.
 */
export async function fadeExposure(context: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db } = context
  if (!(await isFading(db))) {
    await saveMeanExposures(db)
    await countFairness(context)
    await beginFading(db)
  }
  let areMore = true
  while (areMore) areMore = await fadeSome(db)
}
