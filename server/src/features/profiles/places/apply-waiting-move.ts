import type { Tx } from '../../../infra/db/db.ts'
import { moveTo, toCell } from './move.ts'
import { lockPlace, savePlace } from './places.sql.ts'

/**
 * A first place that was named before the address was verified takes effect with the verification, in the same
 * transaction.
 */
export async function applyWaitingMove(tx: Tx, accountId: string, now: Date): Promise<void> {
  const { before, isVerified } = await lockPlace(tx, accountId)
  const cell = toCell(before?.waiting_row, before?.waiting_column)
  const place = cell && isVerified && (await moveTo(tx, before, cell, now))
  if (place) await savePlace(tx, accountId, place, now)
}
