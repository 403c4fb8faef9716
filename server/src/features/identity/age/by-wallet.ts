import { ApiError, type WalletState } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account } from '../../../http/session.ts'
import { walletLink, type WalletRequest } from '../../../infra/age/wallet-request.ts'
import { hours, later, minutes } from '../../../infra/clock.ts'
import { hashOf, randomToken } from '../../../infra/keys.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { configurationOf, issuersIn } from '../../operations/index.ts'
import { findLastSecret, findOwnerOfToken } from '../secrets/queries.ts'
import { issueSecret, redeemToken } from '../secrets/secrets.ts'
import { assertOffered, recordProof } from './age.ts'

// The EU's proof of age, from a wallet app on this device or, by a QR code, on another one. The link belongs to one
// account and works once. Whoever opens it proves their age for that account: the wallet names only the address of this
// server, so someone who is sent such a link by the account's owner, and approves, proves the owner to be 18 or older. The
// protocol has nothing against that, which is why the link is short-lived and shown to no one but the member.

const ANSWER_PATH = '/api/v1/age/wallet/answer'
const LINK_LASTS = minutes(5)

type Context = Deps & { caller: Caller }

const requestFor = ({ API_URL }: Deps['config'], nonce: string): WalletRequest => ({
  nonce,
  responseUri: `${API_URL}${ANSWER_PATH}`,
})

/** A new link ends the one before. */
export async function startWallet(context: Context, account: Account): Promise<{ link: string; expiresAt: string }> {
  await context.budgets.spend([{ key: `age:wallet:${account.id}`, limit: 20, within: hours(1) }])
  await assertOffered(context, account, 'wallet')
  const nonce = randomToken()
  return unitOfWork(context, asMember(account.id), async (work) => {
    const { token } = await issueSecret(work, {
      purpose: 'age-wallet',
      accountId: account.id,
      validFor: LINK_LASTS,
      payload: { nonce },
    })
    const expiresAt = later(work.now, LINK_LASTS).toISOString()
    return { link: walletLink(requestFor(work.config, nonce), token), expiresAt }
  })
}

/** A used link without a proof was refused. */
export async function walletState(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, age_proven_on }: Account,
): Promise<WalletState> {
  if (age_proven_on !== null) return 'done'
  const last = await findLastSecret(db, id, 'age-wallet')
  if (last?.used_at) return 'refused'
  return last && last.expires_at > clock.now() ? 'waiting' : 'expired'
}

async function trustedIssuers(context: Pick<Deps, 'db' | 'config'>) {
  const { age } = await configurationOf(context)
  return age?.methods.includes('wallet') && age.issuers ? issuersIn(age.issuers) : []
}

type Answer = { state: string; vp_token?: string | undefined }

/** Any answer uses the link up, and none says why it was refused: whoever posts it may be a stranger. */
export async function receiveAnswer(context: Context, { state, vp_token: token = '' }: Answer): Promise<void> {
  const { db, clock } = context
  const accountId = await findOwnerOfToken(db, 'age-wallet', hashOf(state), clock.now())
  const isProven = accountId !== undefined && (await redeemWith(context, accountId, state, token))
  if (!isProven) throw new ApiError('invalid_secret', 'This proof of age wasn’t accepted.')
}

/** In one transaction, so that no one sees a link used up before its proof counts. */
async function redeemWith(context: Context, accountId: string, state: string, token: string): Promise<boolean> {
  const issuers = await trustedIssuers(context)
  const { checkProofOfAge } = await import('../../../infra/age/wallet.ts')
  return unitOfWork(context, asMember(accountId), async (work) => {
    const nonce = (await redeemToken(work.tx, 'age-wallet', state, work.now))?.payload['nonce']
    if (typeof nonce !== 'string') return false
    const problem = await checkProofOfAge(token, requestFor(work.config, nonce), issuers, work.now)
    if (problem === null) await recordProof(work, accountId, 'wallet')
    return problem === null
  })
}
