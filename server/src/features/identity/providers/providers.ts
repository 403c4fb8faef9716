import { ApiError, message, type Provider, type SignedIn } from '@kindred/contract'
import { nameText } from '@kindred/contract/text'
import type { Deps } from '../../../deps.ts'
import {
  addressRefused,
  createAccount,
  isRefusedAddress,
  lockOwnCredentials,
  NEW_MEMBER,
  startOver,
} from '../account/account.ts'
import { admissionOf, assertUsable, beginAdmission, beginningOf, settleAdmission } from '../admission/admission.ts'
import { accountById, findIdByEmail, isAddressReplaced, lockAccountByEmail } from '../account/queries.ts'
import { finishSignIn } from '../auth/auth.ts'
import type { Doors } from '../admission/rules.ts'
import { findAccountByIdentity, insertIdentity } from './queries.ts'
import { mailOwners } from '../recovery/mail-owners.ts'
import { requireSecondFactor } from '../second-factor/second-factor.ts'
import { issueSecret, redeemToken } from '../secrets/secrets.ts'
import { markFactor } from '../sessions/queries.ts'
import { sendVerification } from '../verification/verification.ts'
import { audit, brandOf } from '../../operations/index.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { facebookAddress } from '../../../infra/identity/facebook.ts'
import { googleAddress } from '../../../infra/identity/google.ts'
import { randomToken } from '../../../infra/keys.ts'
import { nameProblem } from '../../../infra/names.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export const providerNames: Record<Provider, string> = { google: 'Google', facebook: 'Facebook' }

/** A person as the provider describes them, identified by `subject`. */
export type ProviderIdentity = {
  provider: Provider
  subject: string
  email: string | null
  /** True if the provider runs the mailbox of the address. Only then is its claim about the address trusted. */
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

/** The page checks the state, and the server checks the nonce. */
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

export async function linkIdentity(context: Deps, viewer: Viewer, identity: ProviderIdentity): Promise<void> {
  try {
    await unitOfWork(context, asMember(viewer.account.id), async (work) => {
      const key = { accountId: viewer.account.id, sessionId: viewer.sessionId }
      await lockOwnCredentials(work.tx, viewer)
      await saveLink(work, key.accountId, identity)
      await mailAboutLink(work, key.accountId, identity)
      await markFactor(work.tx, key, work.now)
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    const name = providerNames[identity.provider]
    throw new ApiError('conflict', message('A {provider} account is already linked.', { provider: name }))
  }
}

async function mailAboutLink(
  work: Work<'config' | 'jobs' | 'keys'>,
  accountId: string,
  { provider }: Pick<ProviderIdentity, 'provider'>,
): Promise<void> {
  const linked = { provider: providerNames[provider], at: work.now }
  await mailOwners(work, accountId, (link) => ({ kind: 'provider-linked', details: { ...linked, ...link } }))
}

async function saveLink(
  work: Work,
  accountId: string,
  { provider, subject }: Pick<ProviderIdentity, 'provider' | 'subject'>,
): Promise<void> {
  await insertIdentity(work.tx, { provider, subject, account_id: accountId, created_at: work.now })
  await audit(work, {
    actor: asMember(accountId),
    action: 'identity.linked',
    subjectId: accountId,
    details: { provider },
  })
}

/** If no account is linked, links or creates one, as far as the provider's claims are trusted. */
export async function signInWithProvider(
  context: Deps & { caller: Caller },
  identity: ProviderIdentity,
  invitation?: string,
): Promise<SignedIn> {
  const account =
    (await findAccountByIdentity(context.db, identity.provider, identity.subject)) ??
    (await linkOrCreateAccount(context, identity, invitation))
  await requireSecondFactor(context, account)
  return finishSignIn(context, account, { provider: identity.provider })
}

async function linkOrCreateAccount(
  context: Deps & { caller: Caller },
  identity: ProviderIdentity,
  invitation: string | undefined,
): Promise<Account> {
  const name = providerNames[identity.provider]
  const { email } = identity
  if (!email)
    throw new ApiError(
      'conflict',
      message(
        '{provider} didn’t share your email. Join with your email first, then link {provider} in your settings.',
        {
          provider: name,
        },
      ),
    )
  const brand = await brandOf(context)
  const rules = await admissionOf(context)
  // Someone without an invitation can enter one after joining, and someone with an account needs none. If the account
  // ends a moment later, taking the invitation still decides.
  if (rules && invitation && !(await findIdByEmail(context.db, email))) await assertUsable(context, invitation)
  try {
    return await unitOfWork(context, SYSTEM, async (work) => {
      const existing = await lockAccountByEmail(work.tx, email)
      if (existing) return linkExistingAccount(work, existing, identity)
      return createLinkedAccount(work, { ...identity, email }, { brand, rules, invitation })
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    // A second tab may have linked the same identity a moment ago.
    const linked = await findAccountByIdentity(context.db, identity.provider, identity.subject)
    if (linked) return linked
    throw new ApiError(
      'conflict',
      message('Another {provider} account is already linked to this account.', { provider: name }),
    )
  }
}

/** Links an account with the same address, but only if the provider runs the mailbox. */
async function linkExistingAccount(
  work: Work<'bus' | 'config' | 'declarations' | 'jobs' | 'keys' | 'lastingKeys'>,
  account: Account,
  identity: ProviderIdentity,
): Promise<Account> {
  const name = providerNames[identity.provider]
  // An address assigned by staff must not give access to someone's account.
  if (!identity.authoritative || (await isAddressReplaced(work.tx, account.id)))
    throw new ApiError(
      'conflict',
      message(
        'You already have an account with this email. Sign in with your password, then link {provider} in your ' +
          'settings.',
        { provider: name },
      ),
    )
  if (!account.email_verified_at) {
    if (await isRefusedAddress(work, account)) throw addressRefused()
    await startOver(work, account.id)
    await settleAdmission(work, account.id)
  }
  await saveLink(work, account.id, identity)
  await mailAboutLink(work, account.id, identity)
  return accountById(work.tx, account.id)
}

async function createLinkedAccount(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'> & { caller: Caller },
  identity: ProviderIdentity & { email: string },
  { brand, ...joining }: { brand: string; rules: Doors | undefined; invitation: string | undefined },
): Promise<Account> {
  if (identity.authoritative && (await isRefusedAddress(work, { id: '', email: identity.email })))
    throw addressRefused()
  const names = {
    first_name: validNameOr(identity.firstName, NEW_MEMBER.first_name),
    last_name: validNameOr(identity.lastName, NEW_MEMBER.last_name),
  }
  const isOurs = nameProblem(names, brand) !== undefined
  const account = await createAccount(work, {
    ...(isOurs ? NEW_MEMBER : names),
    email: identity.email,
    email_verified_at: identity.authoritative ? work.now : null,
    language: work.caller.language,
    admission: beginningOf(joining.rules),
  })
  await saveLink(work, account.id, identity)
  if (!identity.authoritative) await sendVerification(work, account.id)
  return beginAdmission(work, account, joining)
}

/** The provider's name for the person, if our own form would accept it. */
const validNameOr = (name: string, fallback: string): string => {
  const parsed = nameText.safeParse(name)
  return parsed.success ? parsed.data : fallback
}
