import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { USUAL_SHARE } from './rules.ts'

const FACT = 'usual-share'

/** The share of wishes that two people here usually meet. */
export async function readUsualShare(db: Db): Promise<number> {
  return Number((await factOf(db, FACT)) ?? USUAL_SHARE)
}

/** The same for scores, which ask all the time. */
export const usualShare = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<number> =>
  memory.cache(
    FACT,
    () => readUsualShare(db),
    () => true,
  )

export const saveUsualShare = (db: Db, share: number) => saveFact(db, FACT, Math.min(0.9, Math.max(0.2, share)))
