import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import type { AgeProvider } from '../../../infra/identity/age-provider.ts'
import { randomToken } from '../../../infra/keys.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { issueSecret, redeemToken } from '../secrets/secrets.ts'
import { assertOffered, recordProof } from './age.ts'

// An OpenID provider says whether someone is 18 or older. What else it says is forgotten when the request ends, and no
// column has its name for the person. So the same person could vouch for several accounts.

const REDIRECT_LASTS = minutes(10)

const tries = ({ id }: Account) => [{ key: `age:provider:${id}`, limit: 20, within: hours(1) }]

type Context = Deps & { caller: Caller }

const backTo = ({ config }: Pick<Deps, 'config'>) => `${config.PUBLIC_URL}/settings/age`

const unreachable = (): never => {
  throw new ApiError('unavailable', 'The provider isn’t responding. Please try again in a moment.', { retryAfter: 10 })
}

async function providerFor(context: Context, account: Account): Promise<AgeProvider> {
  await context.budgets.spend(tries(account))
  await assertOffered(context, account, 'openid')
  const { age } = context.identities
  if (!age) throw new ApiError('turned_off', 'This isn’t available here.')
  return age
}

/** The state works once, for this account only. A new start ends the one before. */
export async function startAgeProvider(context: Context, account: Account): Promise<string> {
  const provider = await providerFor(context, account)
  const [nonce, verifier] = [randomToken(), randomToken()]
  const { token: state } = await unitOfWork(context, asMember(account.id), (work) =>
    issueSecret(work, {
      purpose: 'age-redirect',
      accountId: account.id,
      validFor: REDIRECT_LASTS,
      payload: { nonce, verifier },
    }),
  )
  const redirect = { state, nonce, verifier, back: backTo(context), now: context.clock.now() }
  return provider.begin(redirect).catch(unreachable)
}

type Answer = { state: string; code: string; issuer?: string | undefined }

export async function finishAgeProvider(context: Context, account: Account, answer: Answer): Promise<void> {
  const provider = await providerFor(context, account)
  const { db, clock } = context
  const redeemed = await redeemToken(db, 'age-redirect', answer.state, clock.now())
  const { nonce, verifier } = redeemed?.payload ?? {}
  if (redeemed?.account_id !== account.id || typeof nonce !== 'string' || typeof verifier !== 'string')
    throw new ApiError('invalid_secret', 'This took too long, or was used already. Please start again.')
  const redirect = { nonce, verifier, back: backTo(context), now: clock.now() }
  const isOver18 = await provider.read({ ...answer, ...redirect }).catch(unreachable)
  if (isOver18 === null) throw new ApiError('invalid_secret', 'The provider’s answer isn’t valid. Please start again.')
  if (!isOver18) throw new ApiError('invalid_secret', 'The provider didn’t say that you’re 18 or older.')
  await unitOfWork(context, asMember(account.id), (work) => recordProof(work, account.id, 'openid'))
}
