import type { ConsentKind } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { recordConsents } from './record-consents.ts'
import { returnDetails } from './withdrawn-details.sql.ts'

/** Also restores what was hidden when they were withdrawn. The account is locked. */
export async function giveConsents(tx: Tx, accountId: string, kinds: readonly ConsentKind[], now: Date): Promise<void> {
  await recordConsents(tx, accountId, kinds, now)
  if (kinds.includes('special_category')) await returnDetails(tx, accountId, now)
}
