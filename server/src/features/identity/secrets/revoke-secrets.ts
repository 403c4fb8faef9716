import type { Db, Tx } from '../../../infra/db/db.ts'
import { REVOKED_WITH_CREDENTIALS, type SecretPurpose } from './purposes.ts'

export const revokeAllSecrets = (tx: Tx, accountId: string, now: Date): Promise<void> =>
  revokeSecrets(tx, accountId, REVOKED_WITH_CREDENTIALS, now)

export async function revokeSecrets(
  tx: Db | Tx,
  accountId: string,
  purposes: readonly SecretPurpose[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('secrets')
    .set({ used_at: now })
    .where('owner_id', '=', accountId)
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}
