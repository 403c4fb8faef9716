import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig, type Config } from './config.ts'
import type { Deps } from './deps.ts'
import { audit, checkDatabaseRole, createRoles, verifyAuditLog } from './features/operations/index.ts'
import {
  type EndedBecause,
  endSessions,
  removeAllPasskeys,
  removeSecondFactor,
  revokeAllSecrets,
} from './features/identity/index.ts'
import { root } from './infra/build.ts'
import { busOver, openSockets } from './infra/bus.ts'
import { databaseClock } from './infra/clock.ts'
import { LONG_WAITS, openDb, openPool, type Tx } from './infra/db/db.ts'
import { openFanOut } from './infra/fan-out.ts'
import { openLog } from './infra/log.ts'
import { bringUpToDate } from './infra/db/prepare.ts'
import { emailKey } from './infra/email.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { keysFrom, newSecret, readSecrets, writeSecrets } from './infra/keys.ts'
import { forgetLostKeys, rewrapLastingKeys } from './infra/lasting-keys.ts'
import { openPasswords } from './infra/passwords.ts'
import { OPERATOR, unitOfWork } from './work.ts'

// npm run admin -- <command>: what an operator needs when nobody can sign in anymore. Every change of an account is audited.

type Tools = Pick<Deps, 'db' | 'clock' | 'log' | 'bus'> & { config: Config }
type Found = { id: string; email: string | null; is_admin: boolean; state: string }
type Command = { takes: string; does: string; run: (tools: Tools, argument: string) => Promise<string> }

const byEmail = async ({ db }: Tools, email: string): Promise<Found> => {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'is_admin', 'state'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  if (!found) throw new Error(`There is no account with the address ${email}.`)
  return found
}

/** Changes one account, audits the change, and ends its sessions if the change calls for it. */
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
    (tx) => tx.updateTable('accounts').set({ is_admin }).where('id', '=', account.id).execute(),
    'role_changed',
  )
  return account.email
}

const commands: Record<string, Command> = {
  'make-administrator': {
    takes: 'EMAIL',
    does: 'gives an account the back office',
    run: async (tools, email) =>
      `${await changeRole(tools, email, true)} is an administrator. They have to sign in again at /login.`,
  },
  'remove-administrator': {
    takes: 'EMAIL',
    does: 'takes the back office from an account at once, without the approval that it takes there',
    run: async (tools, email) => `${await changeRole(tools, email, false)} is no longer an administrator.`,
  },
  'reset-second-factor': {
    takes: 'EMAIL',
    does: 'removes a lost second factor, passkeys included',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      const [code, passkeys] = [
        await removeSecondFactor(tools, account.id, OPERATOR),
        await removeAllPasskeys(tools, account.id),
      ]
      return code || passkeys
        ? `${account.email} signs in by password alone now.`
        : `${account.email} has no second factor.`
    },
  },
  'set-password': {
    takes: 'EMAIL',
    does: 'makes a new password and prints it',
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
      return `${account.email} signs in with ${password}`
    },
  },
  'verify-address': {
    takes: 'EMAIL',
    does: 'marks an address as verified',
    run: async (tools, email) => {
      const account = await byEmail(tools, email)
      await change(tools, account, 'email.verified', (tx, now) =>
        tx.updateTable('accounts').set({ email_verified_at: now }).where('id', '=', account.id).execute(),
      )
      return `The address of ${account.email} is verified.`
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
        return `${account.email} is ${account.state}; there is nothing to lift.`
      await change(tools, account, 'account.activated', (tx) =>
        tx.updateTable('accounts').set({ state: 'active' }).where('id', '=', account.id).execute(),
      )
      return `${account.email} is active again.`
    },
  },
  'remove-demo': {
    takes: '',
    does: 'removes the demo people and all that is theirs',
    run: async ({ db }) => {
      const { numDeletedRows } = await db.deleteFrom('accounts').where('is_demo', '=', true).executeTakeFirst()
      return `${numDeletedRows} demo people are gone.`
    },
  },
  'renew-address-key': {
    takes: '',
    does: 'replaces the key of blocked addresses, when the TOKEN_SECRET that opens it is lost',
    run: async ({ config, db }) => {
      const file = join(config.DATA_DIR, 'token.secret')
      const secrets = config.TOKEN_SECRET ?? (existsSync(file) ? readSecrets(file) : [])
      return (await forgetLostKeys(db, keysFrom(secrets)))
        ? 'The next start makes a new key. Addresses that were blocked before are no longer recognized when they join.'
        : 'TOKEN_SECRET opens the key; nothing was changed.'
    },
  },
  'rotate-secret': {
    takes: '',
    does: 'signs new tokens with a new secret; the old one is valid until it is rotated out',
    run: async ({ config, db }) => {
      const file = join(config.DATA_DIR, 'token.secret')
      if (config.TOKEN_SECRET)
        return [
          'Set this on every server, and leave the old part out after 14 days:',
          `TOKEN_SECRET=${newSecret()},${config.TOKEN_SECRET[0]}`,
        ].join('\n')
      const before = existsSync(file) ? readSecrets(file) : []
      const fresh = newSecret()
      // From now on, the oldest secret can't decrypt anything: the keys that it encrypts must be encrypted again.
      await rewrapLastingKeys(db, keysFrom([fresh, ...before]))
      writeSecrets(file, [fresh, ...before.slice(0, 1)])
      return 'A new secret signs from now on; nobody is signed out. Run this again after 14 days to forget the old one.'
    },
  },
}

const databaseCommands: Record<string, Command> = {
  'create-roles': {
    takes: '',
    does: 'as the owner of an outside database: makes the role with which the server works',
    run: ({ db, config }) => createRoles(db, config.DATABASE_URL),
  },
  checks: {
    takes: '',
    does: 'says what of the installation an operator has to put right',
    run: ({ db }) => checkDatabaseRole(db),
  },
  'verify-audit': {
    takes: '[HEAD]',
    does: 'walks the audit log, and finds what was changed behind its back',
    run: ({ db }, head) => verifyAuditLog(db, head || undefined),
  },
}

const all = { ...commands, ...databaseCommands }

const usage = () =>
  [
    'npm run admin -- COMMAND',
    '',
    ...Object.entries(all).map(([name, { takes, does }]) => `  ${`${name} ${takes}`.padEnd(30)} ${does}`),
  ].join('\n')

async function main([name = '', argument = '']: string[]): Promise<void> {
  const command = all[name]
  if (!command || (/^\w/.test(command.takes) && !argument)) {
    console.log(usage())
    process.exitCode = name ? 2 : 0
    return
  }
  const config = parseConfig(process.env, root)
  const database = await openDatabaseServer(config)
  const databaseUrl = database.url
  const db = openDb(openPool(databaseUrl, 4, LONG_WAITS))
  await bringUpToDate(db)
  const clock = await databaseClock(db)
  const log = openLog('error')
  const fanOut = await openFanOut({ databaseUrl, redisUrl: config.REDIS_URL }, log)
  const io = openSockets(fanOut)
  try {
    console.log(await command.run({ config, db, clock, log, bus: busOver(io) }, argument))
  } finally {
    clock.stop()
    await fanOut.sent()
    await io.of('/').adapter.close()
    fanOut.close()
    await db.destroy()
    await database.stop()
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
// The connections for events may still be opening. We don't wait for them.
process.exit()
