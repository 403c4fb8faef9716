import { ApiError, message } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../infra/db/db.ts'
import { STEP_UP_LASTS, type Viewer } from './session.ts'

// Changing credentials, the password or the address requires a second factor if there is one. A phished password would
// otherwise be enough to lock the owner out for good.

type Factors = { factor_at: Date | null; code: boolean; passkey: boolean; providers: string[] }

/** Includes the time when a factor last confirmed the session. */
const findFactors = async (db: Db, { account, sessionId }: Viewer, passkeyHost: string | null) =>
  (
    await sql<Factors>`
      select s.factor_at,
        exists (select from second_factors f where f.account_id = s.account_id and f.confirmed_at is not null) as code,
        exists (select from passkeys p where p.account_id = s.account_id and p.host = ${passkeyHost}::text) as passkey,
        array(select i.provider from identities i where i.account_id = s.account_id) as providers
      from sessions s where s.account_id = ${account.id} and s.id = ${sessionId}`.execute(db)
  ).rows[0]

/**
 * Passes if the viewer has just confirmed their identity with something other than the password, or has only a
 * password.
 */
export async function assertFactor(
  { db, clock, config, identities }: Pick<Deps, 'db' | 'clock' | 'config' | 'identities'>,
  viewer: Viewer,
): Promise<void> {
  const found = await findFactors(db, viewer, config.passkeyHost)
  if (!found) throw new ApiError('signed_out', 'Please sign in.')
  const { factor_at, code, passkey, providers } = found
  const hasProvider = providers.some((name) => (name === 'google' ? identities.google : identities.facebook))
  if (!code && !passkey && !hasProvider) return
  if (factor_at && clock.now().getTime() - factor_at.getTime() <= STEP_UP_LASTS) return
  throw new ApiError('step_up_required', messageFor({ code, passkey }), { factor: true })
}

function messageFor({ code, passkey }: { code: boolean; passkey: boolean }) {
  if (code) return message('Please confirm with two-step verification.')
  return passkey ? message('Please confirm with your passkey.') : message('Please confirm with Google or Facebook.')
}
