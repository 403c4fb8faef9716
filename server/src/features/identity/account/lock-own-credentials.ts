import { ApiError } from '@kindred/contract'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { isOwnOpenSession } from '../sessions/sessions.sql.ts'
import { lockCredentials } from './accounts.sql.ts'

/**
 * Fails if the session has ended since the request began: the owner may have taken the account back, and then nothing
 * may change.
 */
export async function lockOwnCredentials(tx: Tx, { account, sessionId }: Pick<Viewer, 'account' | 'sessionId'>) {
  const credentials = await lockCredentials(tx, account.id)
  if (!(await isOwnOpenSession(tx, { accountId: account.id, sessionId })))
    throw new ApiError('signed_out', 'Your session has ended. Please sign in again.')
  return credentials
}
