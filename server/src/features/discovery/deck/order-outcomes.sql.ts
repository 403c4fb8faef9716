import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { OutcomeWeights } from './outcomes.ts'

/** Null while outcomes are off, or nothing has been learned. */
const weightsInUse = async (db: Db): Promise<OutcomeWeights | null> =>
  (await sql<{ weights: OutcomeWeights | null }>`select weights from order_outcomes where is_on`.execute(db)).rows[0]
    ?.weights ?? null

export const currentOutcomes = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<OutcomeWeights | null> =>
  memory.cache(
    'order-outcomes',
    () => weightsInUse(db),
    () => true,
  )
