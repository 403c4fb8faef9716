import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { findEndReason } from '../../http/session.ts'
import { redeemToken } from '../identity/index.ts'
import { fileOf } from './export-file.ts'

/** Returns the file for the token of the emailed link, and removes it. */
export async function downloadOwnData(context: Deps, token: string): Promise<Uint8Array> {
  const accountId = await redeemExport(context, token)
  const file = accountId ? await context.storage.get(fileOf(accountId)) : null
  if (!accountId || !file) throw new ApiError('invalid_secret', 'This link has expired. Please ask for a new one.')
  await context.storage.remove(fileOf(accountId))
  return file
}

/** How a session ends without suspicion. A link that was requested in such a session still works. */
const HARMLESS_ENDS = ['signed_out', 'deleted', 'deactivated', 'role_changed']

/**
 * Uses up the link and returns the account that may have the file. The link works in any browser, so no session has to
 * be open. But if the session that requested it was ended on purpose, a stranger may have requested it.
 */
async function redeemExport({ db, clock }: Deps, token: string): Promise<string | undefined> {
  const redeemed = await redeemToken(db, 'export-own', token, clock.now())
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return undefined
  const why = await findEndReason({ db }, { accountId: redeemed.account_id, sessionId })
  return why === null || (why && HARMLESS_ENDS.includes(why)) ? redeemed.account_id : undefined
}
