import { bucketOf, mailerOf } from './adapters.ts'
import { mediaFolder, parseConfig, type Config } from './config.ts'
import {
  backupCheck,
  databaseChecks,
  keyCheck,
  machineChecks,
  operatorCheck,
  queueChecks,
  replicationChecks,
  runChecks,
  workerChecks,
  type Check,
} from './features/operations/index.ts'
import { countHalfLikes } from './features/matching/index.ts'
import { root } from './infra/build.ts'
import { explainDatabase } from './infra/db/explain.ts'
import { LONG_WAITS, openDb, openPool, READ_ONLY } from './infra/db/db.ts'
import { openDatabaseServer } from './infra/embedded/postgres.ts'
import { chooseStore } from './infra/storage/storage.ts'

// npm run doctor: checks everything that the server needs, and says what is fine and what to do. It changes nothing.

type Open = { checks: Check[]; close: () => Promise<void> }

const openReader = (url: string) => openDb(openPool(url, 4, `${LONG_WAITS} ${READ_ONLY}`))

/** Returns the checks of the database, or one that says why the database can't be reached. */
async function openDatabase(config: Config, now: () => number): Promise<Open> {
  const server = await openDatabaseServer(config, console.error).catch((error: unknown) => {
    const reason = explainDatabase(error) ?? (error instanceof Error ? error.message || String(error) : String(error))
    return { reason }
  })
  if ('reason' in server) {
    const message = `The database can’t be reached: ${server.reason}. Start it, or check DATABASE_URL.`
    return { checks: [{ name: 'database', look: async () => ({ passed: false, message }) }], close: async () => {} }
  }
  const db = openReader(server.appUrl)
  const replica = config.DATABASE_REPLICA_URL ? openReader(config.DATABASE_REPLICA_URL) : undefined
  const close = async () => {
    await Promise.all([db.destroy(), replica?.destroy()])
    await server.stop()
  }
  const checks = [
    ...databaseChecks(db, now, !config.DATABASE_URL),
    ...replicationChecks(db, replica),
    ...(await workerChecks(db, countHalfLikes).catch(() => [])),
    ...queueChecks(db),
    backupCheck(db),
    keyCheck(config, db),
    operatorCheck(config, db),
  ]
  return { checks, close }
}

async function main(): Promise<boolean> {
  const config = parseConfig(process.env, root)
  const now = () => Date.now()
  const mailer = mailerOf(config)
  const storage = chooseStore(mediaFolder(config), bucketOf(config))
  const database = await openDatabase(config, now)
  const findings = await runChecks([...database.checks, ...machineChecks({ config, mailer, storage, now })])
  mailer.close()
  await database.close()
  for (const { name, passed, isWarning, message } of findings)
    console.log(
      `${isWarning ? '!' : passed ? '✓' : '✗'} ${name.padEnd(18)} ${message.replaceAll('\n', `\n${' '.repeat(21)}`)}`,
    )
  return findings.every(({ passed }) => passed)
}

const isHealthy = await main().catch((error: unknown) => {
  console.error(explainDatabase(error) ?? (error instanceof Error ? error.message : error))
  return false
})
process.exit(isHealthy ? 0 : 1)
