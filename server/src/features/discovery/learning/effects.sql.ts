import type { Tx } from '../../../infra/db/db.ts'
import type { Effect } from './effects.ts'

type NewEffect = Effect & { gender_group: string; age_from: number }

export async function replaceEffects(tx: Tx, rows: readonly NewEffect[], now: Date): Promise<void> {
  await tx.deleteFrom('order_effects').execute()
  if (rows.length === 0) return
  await tx
    .insertInto('order_effects')
    .values(rows.map((row) => ({ ...row, fitted_at: now })))
    .execute()
}
