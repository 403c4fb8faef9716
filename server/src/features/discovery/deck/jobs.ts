import type { Deps } from '../../../deps.ts'
import { saveFairness } from '../learning/show-order.ts'
import { fadeAll } from './exposure.sql.ts'
import { saveMeanExposures } from './order-groups.sql.ts'

/** Every day: saves the mean exposures and how even they are, and fades exposure. */
export async function fadeExposure({ db }: Pick<Deps, 'db'>): Promise<void> {
  await saveMeanExposures(db)
  await saveFairness(db)
  await fadeAll(db)
}
