import type { Deps } from '../../../deps.ts'
import { factOf, saveFact } from '../../operations/index.ts'

const MEAN_EXPOSURE = 'mean-shown'

/** The mean over everyone who is listed. A job computes it once a day. */
export const meanExposure = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<number> =>
  memory.cache(
    MEAN_EXPOSURE,
    async () => Number((await factOf(db, MEAN_EXPOSURE)) ?? 1),
    () => true,
  )

export const saveMeanExposure = ({ db }: Pick<Deps, 'db'>, mean: number) => saveFact(db, MEAN_EXPOSURE, mean)
