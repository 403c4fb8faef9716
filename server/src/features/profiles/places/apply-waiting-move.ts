import type { Tx } from '../../../infra/db/db.ts'
import { moveTo, toCell } from './move.ts'
import { lockPlace, savePlace } from './places.sql.ts'

/**
 * Moves a member to the place that they named last, if they may move by now. Whoever named their first place before
 * their address was verified gets it with the verification, in the same transaction.
 */
export async function applyWaitingMove(tx: Tx, accountId: string, now: Date): Promise<void> {
  const { before, isVerified } = await lockPlace(tx, accountId)
  const cell = toCell(before?.waiting_row, before?.waiting_column)
  const place = cell && isVerified && (await moveTo(tx, before, cell, now))
  if (place) await savePlace(tx, accountId, place, now)
}
