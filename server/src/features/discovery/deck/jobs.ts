import type { Deps } from '../../../deps.ts'
import { computeMeanExposure, fadeAll } from './exposure.sql.ts'
import { saveMeanExposure } from './mean-exposure.ts'

/** Every day: fades exposure and saves its new mean. */
export async function fadeExposure(context: Pick<Deps, 'db'>): Promise<void> {
  const mean = await computeMeanExposure(context.db)
  await saveMeanExposure(context, mean)
  await fadeAll(context.db, mean)
}
