import type { DecisionKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { editAccount, restrictAccount } from '../../identity/index.ts'
import { findInForce } from './decisions.sql.ts'
import { restrictionOf } from './rules.ts'

export const restricting: readonly DecisionKind[] = ['limit', 'suspend', 'deactivate', 'ban']

/**
 * Applies the state that the active decisions require to a locked account. Returns true if it is restricted now. Its
 * version always changes, so that staff who look at an old one notice the decision.
 */
export async function applyRestrictions(tx: Tx, accountId: string, changed: DecisionKind): Promise<boolean> {
  const restriction = restrictionOf(await findInForce(tx, accountId, restricting))
  if (restricting.includes(changed)) await restrictAccount(tx, accountId, restriction)
  else await editAccount(tx, accountId, {})
  return restriction.state !== null || restriction.limitedUntil !== null
}
