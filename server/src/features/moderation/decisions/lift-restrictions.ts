import { lockAccountForStaff } from '../../identity/index.ts'
import type { Work } from '../../../work.ts'
import { applyRestrictions, restricting } from './apply-restrictions.ts'
import { findInForce } from './decisions.sql.ts'
import { finishDecision } from './end-decision.ts'

export async function liftRestrictions({ tx, now }: Pick<Work, 'tx' | 'now'>, accountId: string): Promise<void> {
  await lockAccountForStaff(tx, accountId)
  const inForce = await findInForce(tx, accountId, restricting)
  for (const row of inForce) await finishDecision({ tx, now }, row, { to: 'lifted', by: null })
  // The account was restricted before decisions were recorded.
  if (inForce.length === 0) await applyRestrictions(tx, accountId, 'ban')
}
