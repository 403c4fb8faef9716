import type { Tx } from '../../../infra/db/db.ts'
import type { Work } from '../../../work.ts'
import { applyWaitingMove } from '../../profiles/index.ts'
import { revokeAllSecrets } from '../secrets/revoke-secrets.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * The account goes to the owner of the mailbox. Someone else may have created it, so their password, identities,
 * passkeys, second factor, pending links and sessions are removed.
 */
export async function revokePriorCredentials(work: Work<'bus'>, accountId: string): Promise<void> {
  const { tx, now } = work
  await deleteCredentials(tx, accountId, now)
  await applyWaitingMove(tx, accountId, now)
  await revokeAllSecrets(tx, accountId, now)
  await endSessions(work, { accountId }, 'revoked')
}

async function deleteCredentials(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: null, email_verified_at: now }).where('id', '=', id).execute()
  await tx.deleteFrom('identities').where('account_id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('account_id', '=', id).execute()
  await tx.deleteFrom('second_factors').where('account_id', '=', id).execute()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', id).execute()
}
