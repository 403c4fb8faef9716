import type { Deps } from '../../../deps.ts'
import { countFairness } from '../learning/count-fairness.ts'
import { fadeAll } from './exposure.sql.ts'
import { saveMeanExposures } from './order-groups.sql.ts'

/** Every day: saves the mean exposures and how even they are, and fades exposure. */
export async function fadeExposure(context: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  await saveMeanExposures(context.db)
  await countFairness(context)
  await fadeAll(context.db)
}
