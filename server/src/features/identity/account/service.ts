import { ApiError } from '@kindred/contract'
import type { Insertable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { isElevated, type Account, type Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'
import { emailKey } from '../../../infra/email.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { audit } from '../../operations/index.ts'
import { queueMail } from '../../delivery/index.ts'
import { choosePassword } from '../passwords/service.ts'
import { keepApart } from '../../discovery/index.ts'
import { revokeAllSecrets } from '../secrets/service.ts'
import { endSessions } from '../sessions/service.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

type Newcomer = Omit<Insertable<Accounts>, 'created_at' | 'email_key'> & { email: string }

/** Makes an account, as old as the clock says. A taken address is refused by the database (accounts_email_key). */
export async function createAccount(
  { tx, now, lastingKeys }: Work<'lastingKeys'>,
  newcomer: Newcomer,
): Promise<Account> {
  const account = await tx
    .insertInto('accounts')
    .values({ created_at: now, last_active_at: now, ...newcomer, email_key: emailKey(newcomer.email) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepApart(tx, lastingKeys, account.id, newcomer.email, now)
  return account
}

/**
 * The owner of the mailbox is here for the first time. Whoever made the account before them proved nothing: their
 * password, identities, passkeys, second factor, pending links and sessions are gone.
 */
export async function takeOver(work: Work<'bus'>, accountId: string): Promise<void> {
  const { now } = work
  await queries.disown(work.tx, accountId, now)
  await revokeAllSecrets(work.tx, accountId, now)
  await endSessions(work, { accountId }, 'revoked')
}

/** Proof that it is really them, for what cannot be taken back: the password, or where there is none a fresh sign-in. */
export async function confirmIdentity(
  { passwords, clock, budgets }: Pick<Deps, 'passwords' | 'clock' | 'budgets'>,
  viewer: Viewer,
  password: string | undefined,
  path = 'password',
): Promise<void> {
  if (viewer.account.password_hash === null) {
    if (isElevated(viewer, clock.now())) return
    throw new ApiError('step_up_required', 'Please sign in again, then repeat this.')
  }
  await budgets.spend([{ key: `identity:${viewer.account.id}`, limit: 10, within: minutes(15) }])
  if (!(await passwords.matches(viewer.account.password_hash, password ?? '')))
    throw new ApiError('invalid_credentials', 'That password is not right.', {
      errors: [{ path, msg: 'That password is not right.' }],
    })
}

export async function changePassword(context: Deps, viewer: Viewer, password: string): Promise<void> {
  const { account, sessionId } = viewer
  const hash = await choosePassword(context, password, account)
  await unitOfWork(context, asMember(account.id), async (work) => {
    await work.tx.updateTable('accounts').set({ password_hash: hash }).where('id', '=', account.id).execute()
    await endSessions(work, { accountId: account.id, except: sessionId }, 'password_changed')
    await revokeAllSecrets(work.tx, account.id, work.now)
    await queueMail(work, { to: account.id, kind: 'password-changed', details: { at: work.now.toUTCString() } })
    await audit(work, {
      action: 'password.changed',
      subjectId: account.id,
    })
  })
}
