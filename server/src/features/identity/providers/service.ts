import { ApiError, type Provider, type SignedIn } from '@kindred/contract'
import { nameText } from '@kindred/contract/text'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { facebookAddress } from '../../../infra/identity/facebook.ts'
import { googleAddress } from '../../../infra/identity/google.ts'
import { randomToken } from '../../../infra/keys.ts'
import { createAccount, takeOver } from '../account/service.ts'
import { audit } from '../../operations/index.ts'
import { finishSignIn } from '../auth/service.ts'
import { hasPasskeyHere } from '../passkeys/service.ts'
import { challengeFor } from '../second-factor/service.ts'
import { issueSecret, redeemToken } from '../secrets/service.ts'
import { askForProof } from '../verification/service.ts'
import * as queries from './queries.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

type Calling = Deps & { caller: Caller }

/** Who a provider says somebody is. The identity is its subject; the address counts only where the provider runs the mailbox. */
export type Identity = {
  provider: Provider
  subject: string
  email: string | null
  authoritative: boolean
  firstName: string
  lastName: string
}

const REDIRECT_LASTS = minutes(10)
const names: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' }

const unavailable = (provider: Provider) =>
  new ApiError('not_found', `Signing in with ${names[provider]} is not set up here.`)
const refused = (provider: Provider) =>
  new ApiError('invalid_credentials', `${names[provider]} did not confirm this sign-in. Please try again.`)

const unreachable = (provider: Provider) => (): never => {
  throw new ApiError('unavailable', `${names[provider]} does not answer right now. Please try again in a moment.`, {
    retryAfter: 10,
  })
}

/** Sends the browser off with a state that its page recognises and a nonce that we recognise. */
export async function startRedirect(context: Deps, provider: Provider): Promise<{ address: string; state: string }> {
  const { config, identities } = context
  const state = randomToken()
  const back = `${config.PUBLIC_URL}/signin/${provider}`
  if (provider === 'facebook') {
    if (!identities.facebook) throw unavailable(provider)
    return { address: facebookAddress(identities.facebook.appId, back, state), state }
  }
  if (!identities.google) throw unavailable(provider)
  const { token: nonce } = await unitOfWork(context, SYSTEM, (work) =>
    issueSecret(work, { purpose: 'redirect', accountId: null, lasts: REDIRECT_LASTS }),
  )
  return { address: googleAddress(identities.google.clientId, back, state, nonce), state }
}

export async function readGoogle({ identities, db, clock }: Deps, tokenId: string): Promise<Identity> {
  if (!identities.google) throw unavailable('google')
  const read = await identities.google.read(tokenId, clock.now()).catch(unreachable('google'))
  const ours = read && (await redeemToken(db, 'redirect', read.nonce, clock.now()))
  if (!read || !ours) throw refused('google')
  const { nonce: _, ...identity } = read
  return { provider: 'google', ...identity }
}

export async function readFacebook(
  { identities, clock }: Deps,
  accessToken: string,
  userId: string | undefined,
): Promise<Identity> {
  if (!identities.facebook) throw unavailable('facebook')
  const read = await identities.facebook.read(accessToken, userId, clock.now()).catch(unreachable('facebook'))
  if (!read) throw refused('facebook')
  return { provider: 'facebook', authoritative: false, ...read }
}

/** Signs in whoever this identity belongs to; else links or joins, as far as the provider's word goes. */
export async function signInWith(context: Calling, identity: Identity): Promise<SignedIn> {
  const account =
    (await queries.accountOf(context.db, identity.provider, identity.subject)) ?? (await welcome(context, identity))
  await challengeFor(context, account)
  return finishSignIn(context, account)
}

async function welcome(context: Calling, identity: Identity): Promise<Account> {
  if (!identity.email)
    throw new ApiError(
      'conflict',
      `${names[identity.provider]} gave us no e-mail address. Join with one first, then link ${names[identity.provider]} in your settings.`,
    )
  const { email } = identity
  try {
    return await unitOfWork(context, SYSTEM, async (work) => {
      const existing = await queries.lockByEmail(work.tx, email)
      if (existing) return adopt(work, existing, identity)
      return join(work, { ...identity, email })
    })
  } catch (error) {
    // Two tabs at once: the other one has just done it.
    const done = isTaken(error) && (await queries.accountOf(context.db, identity.provider, identity.subject))
    if (done) return done
    if (isTaken(error))
      throw new ApiError('conflict', `Another ${names[identity.provider]} identity is linked to this account already.`)
    throw error
  }
}

/** Links to an account that was there before, but only on the word of whoever runs the mailbox. */
async function adopt(work: Work<'bus'>, account: Account, identity: Identity): Promise<Account> {
  const name = names[identity.provider]
  if (!identity.authoritative)
    throw new ApiError(
      'conflict',
      `There is an account with this address. Sign in with your password, then link ${name} in your settings.`,
    )
  if (!account.email_verified_at) {
    // Whoever registered it never proved the address; now its owner is here, and nobody else may stay.
    await takeOver(work, account.id)
  }
  await link(work, account.id, identity)
  return queries.accountById(work.tx, account.id)
}

/** A provider's word for a name, if it could have been typed here. */
const nameOr = (given: string, otherwise: string): string => {
  const parsed = nameText.safeParse(given)
  return parsed.success ? parsed.data : otherwise
}

async function join(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  identity: Identity & { email: string },
): Promise<Account> {
  const { now } = work
  const account = await createAccount(work, {
    first_name: nameOr(identity.firstName, 'New'),
    last_name: nameOr(identity.lastName, 'member'),
    email: identity.email,
    email_verified_at: identity.authoritative ? now : null,
  })
  await link(work, account.id, identity)
  if (!identity.authoritative) await askForProof(work, account.id)
  return account
}

async function link(
  work: Work,
  accountId: string,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<void> {
  await queries.insertIdentity(work.tx, { provider, subject, account_id: accountId, created_at: work.now })
  await audit(work, {
    actor: asMember(accountId),
    action: `identity.linked`,
    subjectId: accountId,
    details: { provider },
  })
}

/** Links an identity to whoever is signed in. */
export async function linkTo(context: Deps, accountId: string, identity: Identity): Promise<void> {
  try {
    await unitOfWork(context, asMember(accountId), (work) => link(work, accountId, identity))
  } catch (error) {
    if (isTaken(error))
      throw new ApiError('conflict', `This ${names[identity.provider]} identity is linked already, or another one is.`)
    throw error
  }
}

/** Never the last way in. */
export async function unlink(context: Deps, account: Account, provider: Provider): Promise<void> {
  await unitOfWork(context, asMember(account.id), async (work) => {
    const { password_hash } = await queries.lockAccount(work.tx, account.id)
    const linked = await queries.lockIdentities(work.tx, account.id)
    if (!linked.some((identity) => identity.provider === provider))
      throw new ApiError('not_found', `${names[provider]} is not linked.`)
    const isOnly = linked.length === 1 && password_hash === null
    if (isOnly && !(await hasPasskeyHere(work.tx, work.config, account.id)))
      throw new ApiError('conflict', 'This is your only way to sign in. Set a password first.')
    await work.tx
      .deleteFrom('identities')
      .where('account_id', '=', account.id)
      .where('provider', '=', provider)
      .execute()
    await audit(work, {
      action: 'identity.unlinked',
      subjectId: account.id,
      details: { provider },
    })
  })
}
