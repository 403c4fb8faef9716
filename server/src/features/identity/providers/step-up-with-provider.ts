import { ApiError, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { confirmSession } from '../sessions/elevate-session.ts'
import { findAccountByIdentity } from './identities.sql.ts'
import { providerNames } from './names.ts'
import type { ProviderIdentity } from './read-identity.ts'

/**
 * Confirms who the viewer is by the provider that is linked to their account. Where two-step verification is on, it
 * doesn't stand in for the code.
 */
export async function stepUpWithProvider(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { provider, subject }: ProviderIdentity,
): Promise<void> {
  const owner = await findAccountByIdentity(db, provider, subject)
  if (owner?.id !== viewer.account.id)
    throw new ApiError(
      'invalid_credentials',
      say('This {provider} account isn’t linked to your account.', { provider: providerNames[provider] }),
    )
  if (viewer.hasSecondFactor) throw new ApiError('invalid_credentials', 'Please confirm with two-step verification.')
  await confirmSession(db, viewer, clock.now())
}
