import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { storageOf } from './adapters.ts'
import { accountCommands, type Command } from './admin-accounts.ts'
import { parseConfig } from './config.ts'
import { addKnownFakes, verifyEvidenceChain } from './features/moderation/index.ts'
import { createRoles, distributeTables, undistributeTables, verifyAuditLog } from './features/operations/index.ts'
import { root } from './infra/build.ts'
import { busOver, openSockets } from './infra/bus.ts'
import { databaseClock } from './infra/clock.ts'
import { LONG_WAITS, openDb, openPool } from './infra/db/db.ts'
import { bringUpToDate } from './infra/db/prepare.ts'
import { openFanOut } from './infra/fan-out/fan-out.ts'
import { openLog } from './infra/log.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { keysFrom, newSecret, readSecrets, writeSecrets } from './infra/keys.ts'
import { plural } from './infra/words.ts'
import { forgetLostKey, rewrapLastingKey } from './infra/lasting-keys.ts'

// `npm run admin -- <command>` is for operators, and works even if no one can sign in.

const commands: Record<string, Command> = {
  'remove-demo': {
    takes: '',
    does: 'removes the demo people and all their data',
    run: ({ db }) =>
      db.transaction().execute(async (tx) => {
        const demo = tx.selectFrom('accounts').select('id').where('is_demo', '=', true)
        // Reports outlive their reporters, but appeals don’t, because no one is left to read the reply.
        await tx.deleteFrom('appeals').where('account_id', 'in', demo).execute()
        await tx.deleteFrom('legal_holds').where('account_id', 'in', demo).execute()
        await sql`select profiles_drop_files(array(
          select public_id from pictures where account_id in ${demo}
          union select voice ->> 'fileId' from profiles where account_id in ${demo} and voice is not null))`.execute(tx)
        const { numDeletedRows } = await tx.deleteFrom('accounts').where('is_demo', '=', true).executeTakeFirst()
        return `Removed ${plural(Number(numDeletedRows), { one: '# demo person', other: '# demo people' })}.`
      }),
  },
  'renew-address-key': {
    takes: '',
    does: 'replaces the key of blocked email addresses if its TOKEN_SECRET is lost',
    run: async ({ config, db }) => {
      const file = join(config.DATA_DIR, 'token.secret')
      const secrets = config.TOKEN_SECRET ?? (existsSync(file) ? readSecrets(file) : [])
      return (await forgetLostKey(db, keysFrom(secrets)))
        ? 'The next start creates a new key. Email addresses blocked until now are no longer recognized.'
        : 'TOKEN_SECRET still opens the key, so nothing has changed.'
    },
  },
  'rotate-secret': {
    takes: '',
    does: 'replaces TOKEN_SECRET; the old one stays valid until you remove it',
    run: async ({ config, db }) => {
      const file = join(config.DATA_DIR, 'token.secret')
      if (config.TOKEN_SECRET)
        return [
          'Set this on every server, and remove the old part after 14 days:',
          `TOKEN_SECRET=${newSecret()},${config.TOKEN_SECRET[0]}`,
        ].join('\n')
      const before = existsSync(file) ? readSecrets(file) : []
      const fresh = newSecret()
      // The oldest secret is about to be removed, so the keys that it encrypts must be encrypted again.
      await rewrapLastingKey(db, keysFrom([fresh, ...before]))
      writeSecrets(file, [fresh, ...before.slice(0, 1)])
      return 'The secret is replaced, and everyone stays signed in. Run this again after 14 days to remove the old one.'
    },
  },
}

const databaseCommands: Record<string, Command> = {
  'create-roles': {
    takes: '',
    does: 'creates the role that the server uses in an external database (run as its owner)',
    run: ({ db, config }) =>
      createRoles(db, { url: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, password: config.APP_PASSWORD }),
  },
  distribute: {
    takes: '',
    does: 'spreads what grows over the workers of a Citus cluster (run as the owner)',
    run: ({ db }) => distributeTables(db, console.log),
  },
  undistribute: {
    takes: '',
    does: 'brings it back to the database’s own server (run as the owner)',
    run: ({ db }) => undistributeTables(db, console.log),
  },
  'verify-audit': {
    takes: '[HEAD]',
    does: 'checks the audit log for tampering',
    run: ({ db }, head) => verifyAuditLog(db, head || undefined),
  },
}

const moderationCommands: Record<string, Command> = {
  'add-known-fakes': {
    takes: 'FILE',
    does: 'adds fingerprints of stock photos and invented people to the list of known fakes',
    run: async (tools, file) => {
      const { added, known } = await addKnownFakes(tools, { name: basename(file), text: readFileSync(file, 'utf8') })
      return [
        `Added ${plural(added, { one: '# fingerprint', other: '# fingerprints' })}.`,
        `${plural(known, { one: '# was', other: '# were' })} on the list already.`,
      ].join(' ')
    },
  },
  'verify-evidence': {
    takes: '[HEAD]',
    does: 'checks the evidence of reports and its pictures for tampering',
    run: ({ config, ...tools }, head) =>
      verifyEvidenceChain({ ...tools, storage: storageOf(config, tools) }, head || undefined),
  },
}

const all = { ...accountCommands, ...commands, ...databaseCommands, ...moderationCommands }

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
  const database = await openDatabaseServer(config, console.error)
  const databaseUrl = database.url
  const db = openDb(openPool(databaseUrl, 4, LONG_WAITS))
  await bringUpToDate(db)
  const clock = await databaseClock(db)
  const log = openLog('error')
  const fanOut = await openFanOut({ databaseUrl, redisUrl: config.REDIS_URL }, log)
  const io = openSockets(fanOut)
  try {
    console.log(await command.run({ config, db, clock, log, bus: busOver(io, fanOut) }, argument))
  } finally {
    clock.stop()
    await fanOut.close()
    await db.destroy()
    await database.stop()
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
// The connections for events may still be opening, and nothing has to wait for them.
process.exit()
