import { ApiError } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { hours } from '../../infra/clock.ts'
import { isTaken, transaction, type Tx } from '../../infra/db/db.ts'
import { audit } from '../audit/service.ts'
import { queueMail } from '../mail/service.ts'
import { issueSecret, redeemToken, revokeSecrets } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import * as queries from './queries.ts'

const NEW_ADDRESS_LASTS = hours(24)
const UNDO_LASTS = hours(72)

/** Asks the new address first. Whether somebody else has it already is told to its owner alone, by mail. */
export async function askForNewAddress(context: Deps, account: Account, email: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (await queries.isTakenAddress(tx, email)) return
    const wish = {
      purpose: 'change-email',
      accountId: account.id,
      lasts: NEW_ADDRESS_LASTS,
      payload: { email },
    } as const
    const { token } = await issueSecret(tx, context, wish)
    const link = `${context.config.PUBLIC_URL}/settings/email#token=${token}`
    await queueMail(tx, context, { to: account.id, address: email, kind: 'change-email', details: { link } })
  })
}

const notGood = () => new ApiError('invalid_secret', 'This link is not good any more.')
const takenMeanwhile = () => new ApiError('already_exists', 'This address belongs to another account by now.')

/** Changes the address, and sends the old one a link that takes it back. */
export async function confirmNewAddress(context: Deps, token: string): Promise<void> {
  const now = context.clock.now()
  await swapAddress(context, 'change-email', token, async (tx, account, email) => {
    const wish = {
      purpose: 'undo-email',
      accountId: account.id,
      lasts: UNDO_LASTS,
      payload: { email: account.email },
    } as const
    const undo = await issueSecret(tx, context, wish)
    const link = `${context.config.PUBLIC_URL}/settings/email/undo#token=${undo.token}`
    await revokeSecrets(tx, account.id, ['verify-email', 'reset-password'], now)
    if (account.email)
      await queueMail(tx, context, {
        to: account.id,
        address: account.email,
        kind: 'email-changed',
        details: { address: email, link },
      })
  })
}

/** Takes a change of address back. Whoever made it may still be signed in: nobody is, afterwards. */
export async function undoNewAddress(context: Deps, token: string): Promise<void> {
  await swapAddress(context, 'undo-email', token, async (tx, account, _email, afterCommit) => {
    await revokeSecrets(tx, account.id, ['change-email', 'verify-email', 'reset-password'], context.clock.now())
    await endSessions(tx, context, { accountId: account.id }, 'email_changed', afterCommit)
  })
}

type Then = (tx: Tx, account: Account, email: string, afterCommit: (effect: () => void) => void) => Promise<void>

async function swapAddress(
  context: Deps,
  purpose: 'change-email' | 'undo-email',
  token: string,
  then: Then,
): Promise<void> {
  const now = context.clock.now()
  const swap = transaction(context.db, async (tx, afterCommit) => {
    const redeemed = await redeemToken(tx, purpose, token, now)
    const email = redeemed?.payload['email']
    if (!redeemed?.account_id || typeof email !== 'string') throw notGood()
    const account = await queries.lockAccount(tx, redeemed.account_id)
    await tx.updateTable('accounts').set({ email, email_verified_at: now }).where('id', '=', account.id).execute()
    await then(tx, account, email, afterCommit)
    await audit(tx, {
      at: now,
      actor: { kind: 'member', id: account.id },
      action: `email.${purpose === 'undo-email' ? 'undone' : 'changed'}`,
      subjectId: account.id,
    })
  })
  await swap.catch((error: unknown) => {
    throw isTaken(error, 'accounts_email_key') ? takenMeanwhile() : error
  })
}
