import { ApiError, type Provider, message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { minutes } from '../../../infra/clock.ts'
import { facebookAddress } from '../../../infra/identity/facebook.ts'
import { googleAddress } from '../../../infra/identity/google.ts'
import { randomToken } from '../../../infra/keys.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { issueSecret } from '../secrets/issue-secret.ts'
import { redeemToken } from '../secrets/redeem-secret.ts'
import { providerNames } from './names.ts'

/** The provider's view of a person. The subject identifies them. */
export type ProviderIdentity = {
  provider: Provider
  subject: string
  email: string | null
  /** The provider runs the mailbox of the address. Only then is its claim about the address trusted. */
  authoritative: boolean
  firstName: string
  lastName: string
}

const REDIRECT_LASTS = minutes(10)

const notConfigured = (provider: Provider) =>
  new ApiError(
    'not_found',
    message('Signing in with {provider} isn’t available here.', { provider: providerNames[provider] }),
  )

const refused = (provider: Provider) =>
  new ApiError(
    'invalid_credentials',
    message('{provider} didn’t confirm this sign-in. Please try again.', { provider: providerNames[provider] }),
  )

const unreachable = (provider: Provider) => (): never => {
  const problem = message('{provider} isn’t responding. Please try again in a moment.', {
    provider: providerNames[provider],
  })
  throw new ApiError('unavailable', problem, { retryAfter: 10 })
}

/** The page recognizes the state, and we recognize the nonce. */
export async function startRedirect(context: Deps, provider: Provider): Promise<{ address: string; state: string }> {
  const { config, identities } = context
  const state = randomToken()
  const back = `${config.PUBLIC_URL}/signin/${provider}`
  if (provider === 'facebook') {
    if (!identities.facebook) throw notConfigured(provider)
    return { address: facebookAddress(identities.facebook.appId, back, state), state }
  }
  if (!identities.google) throw notConfigured(provider)
  const { token: nonce } = await unitOfWork(context, SYSTEM, (work) =>
    issueSecret(work, { purpose: 'redirect', accountId: null, validFor: REDIRECT_LASTS }),
  )
  return { address: googleAddress(identities.google.clientId, back, state, nonce), state }
}

export async function readGoogle({ identities, db, clock }: Deps, tokenId: string): Promise<ProviderIdentity> {
  if (!identities.google) throw notConfigured('google')
  const claims = await identities.google.read(tokenId, clock.now()).catch(unreachable('google'))
  const redeemed = claims && (await redeemToken(db, 'redirect', claims.nonce, clock.now()))
  if (!claims || !redeemed) throw refused('google')
  const { nonce: _, ...identity } = claims
  return { provider: 'google', ...identity }
}

export async function readFacebook(
  { identities, clock }: Deps,
  accessToken: string,
  userId: string | undefined,
): Promise<ProviderIdentity> {
  if (!identities.facebook) throw notConfigured('facebook')
  const claims = await identities.facebook.read(accessToken, userId, clock.now()).catch(unreachable('facebook'))
  if (!claims) throw refused('facebook')
  return { provider: 'facebook', authoritative: false, ...claims }
}
