import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { hours, minutes } from '../../../infra/clock.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'
import { hashOf } from '../../../infra/keys.ts'
import { audit } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { issueSecret, redeemToken, revokeAllSecrets, revokeSecrets, type SecretPurpose } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import { keepApart } from '../../discovery/index.ts'
import { askForProof } from '../verification/service.ts'
import * as queries from './queries.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

const NEW_ADDRESS_LASTS = hours(24)
const UNDO_LASTS = hours(72)
const RESET_LASTS = minutes(15)

/** Asks the new address first. Whether somebody else has it already is told to its owner alone, by mail. */
export async function askForNewAddress(context: Deps, account: Account, email: string): Promise<void> {
  const { budgets, config } = context
  if (
    !(await budgets.allows({
      key: `new-address:${hashOf(emailKey(email)).toString('base64url')}`,
      limit: 5,
      within: hours(1),
    }))
  )
    return
  await unitOfWork(context, asMember(account.id), async (work) => {
    const owner = await queries.ownerOf(work.tx, email)
    if (owner) return queueMail(work, { to: owner, kind: 'already-registered', details: {} })
    const wish = {
      purpose: 'change-email',
      accountId: account.id,
      lasts: NEW_ADDRESS_LASTS,
      payload: { email },
    } as const
    const { token } = await issueSecret(work, wish)
    await queueMail(work, {
      to: account.id,
      address: email,
      kind: 'change-email',
      details: { link: `${config.PUBLIC_URL}/settings/email#token=${token}` },
    })
  })
}

const notGood = () => new ApiError('invalid_secret', 'This link is not good any more.')
const takenMeanwhile = () => new ApiError('already_exists', 'This address belongs to another account by now.')

/** Changes the address, and sends the old one, if it was ever proved, a link that takes it back: each of them stays good. */
export async function confirmNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'change-email', token, async (work, { account, email }) => {
    await revokeSecrets(work.tx, account.id, FROM_OLD_ADDRESS, work.now)
    await offerWayBack(work, account, email)
  })
}

/** What was mailed to an address, and opens nothing once the account has another one. */
const FROM_OLD_ADDRESS: SecretPurpose[] = ['verify-email', 'reset-password', 'change-email', 'export-own']

/** An address that was never proved may be a stranger's, by a slip of the hand: it gets no way into the account. */
async function offerWayBack(work: Work<'config' | 'jobs' | 'keys'>, account: Account, email: string): Promise<void> {
  if (!account.email || !account.email_verified_at) return
  const wish = {
    purpose: 'undo-email',
    accountId: account.id,
    lasts: UNDO_LASTS,
    payload: { email: account.email },
    keepEarlier: true,
  } as const
  const undo = await issueSecret(work, wish)
  const link = `${work.config.PUBLIC_URL}/settings/email/undo#token=${undo.token}`
  const details = { address: email, link }
  await queueMail(work, { to: account.id, address: account.email, kind: 'email-changed', details })
}

/**
 * Gives an account an address that nobody has proved yet, because staff say so. It counts once its mailbox proves it; until
 * then, and for three days, the owner of the old one can undo the change.
 */
export async function replaceAddress(
  work: Work<'config' | 'jobs' | 'keys' | 'lastingKeys'>,
  accountId: string,
  email: string,
): Promise<void> {
  const { now } = work
  const account = await queries.lockAccount(work.tx, accountId)
  // The same mailbox, written another way, is as proved as it was.
  const isSame = account.email_key === emailKey(email)
  const values = { email, email_key: emailKey(email), ...(isSame ? {} : { email_verified_at: null }) }
  await work.tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
  if (isSame) return
  await keepApart(work.tx, work.lastingKeys, accountId, email, now)
  await revokeSecrets(work.tx, accountId, FROM_OLD_ADDRESS, now)
  await offerWayBack(work, account, email)
  await askForProof(work, accountId)
}

/**
 * Takes a change of address back. Whoever made it may be signed in, know the password, or have set up a way in of their
 * own since: all of that ends, and the owner chooses a new password by a link that comes with it.
 */
export async function undoNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'undo-email', token, async (work, { account, changedAt }) => {
    await revokeAllSecrets(work.tx, account.id, work.now)
    await queries.dropNewerWaysIn(work.tx, account.id, changedAt)
    await endSessions(work, { accountId: account.id }, 'email_changed')
    const { token: reset } = await issueSecret(work, {
      purpose: 'reset-password',
      accountId: account.id,
      lasts: RESET_LASTS,
    })
    await queueMail(work, {
      to: account.id,
      kind: 'reset-password',
      details: { link: `${work.config.PUBLIC_URL}/reset-password#token=${reset}` },
    })
  })
}

type Swap = { account: Account; email: string; changedAt: Date }

async function swapAddress(
  context: Deps,
  purpose: 'change-email' | 'undo-email',
  token: string,
  then: (work: Work<'config' | 'bus' | 'jobs' | 'keys'>, swap: Swap) => Promise<unknown>,
): Promise<void> {
  const swap = unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const redeemed = await redeemToken(tx, purpose, token, now)
    const email = redeemed?.payload['email']
    if (!redeemed?.account_id || typeof email !== 'string') throw notGood()
    const account = await queries.lockAccount(work.tx, redeemed.account_id)
    await work.tx
      .updateTable('accounts')
      .set({ email, email_key: emailKey(email), email_verified_at: now })
      .where('id', '=', account.id)
      .execute()
    await keepApart(work.tx, work.lastingKeys, account.id, email, now)
    await then(work, { account, email, changedAt: redeemed.created_at })
    await audit(work, {
      actor: asMember(account.id),
      action: `email.${purpose === 'undo-email' ? 'undone' : 'changed'}`,
      subjectId: account.id,
    })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? takenMeanwhile() : error
  })
}
