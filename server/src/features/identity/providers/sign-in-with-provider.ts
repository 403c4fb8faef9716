import { ApiError, type SignedIn, message } from '@kindred/contract'
import { nameText } from '@kindred/contract/text'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { nameProblem } from '../../../infra/names.ts'
import { brandOf } from '../../operations/index.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { accountById, isAddressReplaced, lockAccountByEmail } from '../account/accounts.sql.ts'
import { addressRefused, isRefusedAddress } from '../account/banned-addresses.ts'
import { revokePriorCredentials } from '../account/revoke-prior-credentials.ts'
import { createAccount } from '../account/create-account.ts'
import { finishSignIn } from '../auth/finish-sign-in.ts'
import { requireSecondFactor } from '../second-factor/challenge.ts'
import { sendVerification } from '../verification/send-verification.ts'
import { findAccountByIdentity } from './identities.sql.ts'
import { mailAboutLink, saveLink } from './link-identity.ts'
import { providerNames } from './names.ts'
import type { ProviderIdentity } from './read-identity.ts'

/** Without an account, it links or creates one, as far as the provider's claims are trusted. */
export async function signInWithProvider(
  context: Deps & { caller: Caller },
  identity: ProviderIdentity,
): Promise<SignedIn> {
  const account =
    (await findAccountByIdentity(context.db, identity.provider, identity.subject)) ??
    (await linkOrCreateAccount(context, identity))
  await requireSecondFactor(context, account)
  return finishSignIn(context, account, { provider: identity.provider })
}

async function linkOrCreateAccount(context: Deps & { caller: Caller }, identity: ProviderIdentity): Promise<Account> {
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
  try {
    return await unitOfWork(context, SYSTEM, async (work) => {
      const existing = await lockAccountByEmail(work.tx, email)
      if (existing) return linkExistingAccount(work, existing, identity)
      return createLinkedAccount(work, { ...identity, email }, brand)
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
  work: Work<'bus' | 'config' | 'jobs' | 'keys' | 'lastingKeys'>,
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
    await revokePriorCredentials(work, account.id)
  }
  await saveLink(work, account.id, identity)
  await mailAboutLink(work, account.id, identity)
  return accountById(work.tx, account.id)
}

async function createLinkedAccount(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'> & { caller: Caller },
  identity: ProviderIdentity & { email: string },
  brand: string,
): Promise<Account> {
  if (identity.authoritative && (await isRefusedAddress(work, { id: '', email: identity.email })))
    throw addressRefused()
  const names = {
    first_name: validNameOr(identity.firstName, 'New'),
    last_name: validNameOr(identity.lastName, 'member'),
  }
  const isOurs = nameProblem(names, brand) !== undefined
  const account = await createAccount(work, {
    ...(isOurs ? { first_name: 'New', last_name: 'member' } : names),
    email: identity.email,
    email_verified_at: identity.authoritative ? work.now : null,
    language: work.caller.language,
  })
  await saveLink(work, account.id, identity)
  if (!identity.authoritative) await sendVerification(work, account.id)
  return account
}

/** The provider's name for the person, if our own form would accept it. */
const validNameOr = (name: string, fallback: string): string => {
  const parsed = nameText.safeParse(name)
  return parsed.success ? parsed.data : fallback
}
