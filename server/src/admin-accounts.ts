import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import {
  type EndedBecause,
  endSessions,
  hasAddress,
  removeAllPasskeys,
  removeSecondFactor,
  revokeAllSecrets,
} from './features/identity/index.ts'
import { liftRestrictions } from './features/moderation/index.ts'
import { audit } from './features/operations/index.ts'
import type { Tx } from './infra/db/db.ts'
import { openPasswords } from './infra/passwords.ts'
import { OPERATOR, unitOfWork } from './work.ts'

// Changes of one account by an operator, each of which is audited.

export type Tools = Pick<Deps, 'db' | 'clock' | 'log' | 'bus'> & { config: Config }
type Found = { id: string; email: string | null; is_admin: boolean; state: string }
export type Command = { takes: string; does: string; run: (tools: Tools, argument: string) => Promise<string> }

const byEmail = async ({ db }: Tools, email: string): Promise<Found> => {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'is_admin', 'state'])
    .where(hasAddress(email))
    .executeTakeFirst()
  if (!found) throw new Error(`No account uses ${email}.`)
  return found
}

async function change(
  tools: Tools,
  account: Found,
  action: string,
  save: (tx: Tx, now: Date) => Promise<unknown>,
  endBecause?: EndedBecause,
): Promise<void> {
  await unitOfWork(tools, OPERATOR, async (work) => {
    await save(work.tx, work.now)
    // Staff who are deciding about the account see that it has changed.
    await work.tx
      .updateTable('accounts')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', account.id)
      .execute()
    if (endBecause) await endSessions(work, { accountId: account.id }, endBecause)
    await audit(work, { action, subjectId: account.id })
  })
}

async function changeRole(tools: Tools, email: string, is_admin: boolean): Promise<string | null> {
  const account = await byEmail(tools, email)
  await change(
    tools,
    account,
    is_admin ? 'administrator.made' : 'administrator.unmade',
    (tx) => tx.updateTable('accounts').set({ is_admin, staff_role: null }).where('id', '=', account.id).execute(),
    'role_changed',
  )
  return account.email
}

export const accountCommands: Record<string, Command> = {
  'make-administrator': {
    takes: 'EMAIL',
    does: 'makes an account an administrator',
    run: async (tools, email) =>
      `${await changeRole(tools, email, true)} is now an administrator and has to sign in again at /login.`,
  },
  'remove-administrator': {
    takes: 'EMAIL',
    does: 'removes an administrator at once, without another one’s approval',
    run: async (tools, email) => `${await changeRole(tools, email, false)} is no longer an administrator.`,
  },
  'reset-second-factor': {
    takes: 'EMAIL',
    does: 'turns off two-step verification and removes passkeys',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      const [code, passkeys] = [
        await removeSecondFactor(tools, account.id, OPERATOR),
        await removeAllPasskeys(tools, account.id),
      ]
      return code || passkeys
        ? `${account.email} can now sign in with just a password.`
        : `${account.email} has no two-step verification and no passkeys.`
    },
  },
  'set-password': {
    takes: 'EMAIL',
    does: 'sets a new password and prints it',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      const password = randomBytes(12).toString('base64url')
      const password_hash = await (await openPasswords()).hash(password)
      await change(
        tools,
        account,
        'password.set',
        async (tx, now) => {
          await tx.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute()
          await revokeAllSecrets(tx, account.id, now)
        },
        'password_changed',
      )
      return `New password for ${account.email}: ${password}`
    },
  },
  'verify-address': {
    takes: 'EMAIL',
    does: 'marks an email as verified',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      await change(tools, account, 'email.verified', (tx, now) =>
        tx.updateTable('accounts').set({ email_verified_at: now }).where('id', '=', account.id).execute(),
      )
      return `${account.email} is verified.`
    },
  },
  'end-sessions': {
    takes: 'EMAIL',
    does: 'signs an account out everywhere',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      await change(tools, account, 'sessions.ended', async () => {}, 'operator')
      return `${account.email} is signed out everywhere.`
    },
  },
  'lift-ban': {
    takes: 'EMAIL',
    does: 'makes a banned, suspended or deactivated account active again',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      if (!['banned', 'suspended', 'deactivated'].includes(account.state))
        return `${account.email} is ${account.state}, so nothing has changed.`
      await change(tools, account, 'account.activated', (tx, now) => liftRestrictions({ tx, now }, account.id))
      return `${account.email} is active again.`
    },
  },
}
