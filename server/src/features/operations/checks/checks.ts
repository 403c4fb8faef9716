import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { countFailedJobs } from '../failed-jobs/queries.ts'
import { expiryOf } from '../../../infra/certificate.ts'
import { type Db, MAX_CONNECTIONS } from '../../../infra/db/db.ts'
import { expectedIndexes, missingSteps, refuseOldServer } from '../../../infra/db/migrate.ts'
import { NEWEST_MINORS } from '../../../infra/db/minors.ts'
import { LONGEST_LAG } from '../../../infra/db/replica.ts'
import { replicaLag, replicationOf, type Slot } from '../../../infra/db/replication.ts'
import { lackingRights, mayRewriteAudit, ONE_ROLE } from '../../../infra/db/roles.ts'
import { first } from '../../../infra/first.ts'
import { backupAge, type BackupAge } from '../../../infra/last-backup.ts'
import { waitingMedia } from '../../../infra/storage/waiting.sql.ts'
import { waitingJobs } from '../../../infra/waiting-jobs.ts'
import { listed, plural } from '../../../infra/words.ts'

/** The message about a problem includes what the operator can do. */
export type Finding = {
  passed: boolean
  /** A warning doesn't make the doctor fail. */
  isWarning?: boolean
  message: string
}
export type Check = { name: string; look: () => Promise<Finding> }

export const fine = (message: string): Finding => ({ passed: true, message })
export const problem = (message: string, remedy: string): Finding => ({
  passed: false,
  message: `${message} ${remedy}`,
})
export const warning = (message: string, remedy: string): Finding => ({
  passed: true,
  isWarning: true,
  message: `${message} ${remedy}`,
})

const LONGEST = 15_000

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A check that throws or takes too long also yields a finding. */
async function findingOf({ look }: Check, longest: number): Promise<Finding> {
  const tooLate = new AbortController()
  try {
    return await Promise.race([
      look(),
      pause(longest, problem(`There was no answer for ${longest / 1000} seconds.`, 'Check the network.'), {
        signal: tooLate.signal,
      }),
    ])
  } catch (error) {
    return problem('This couldn’t be checked:', reasonOf(error))
  } finally {
    tooLate.abort()
  }
}

export const runChecks = (checks: readonly Check[], longest = LONGEST): Promise<(Finding & { name: string })[]> =>
  Promise.all(checks.map(async (check) => ({ name: check.name, ...(await findingOf(check, longest)) })))

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A day, plus some time for the backup itself, as in ops/alerts.yml. */
const OLDEST = 26 * HOUR

const inWords = (seconds: number): string =>
  seconds < 2 * HOUR
    ? plural(Math.round(seconds / MINUTE), { one: '# minute', other: '# minutes' })
    : plural(Math.round(seconds / HOUR), { one: '# hour', other: '# hours' })

const REMEDY =
  'Run npm run backup -- FOLDER every day. If another tool backs up the database, let it run ' +
  'npm run backup -- --made-elsewhere each time.'

export function backupFinding({ kind, seconds }: BackupAge): Finding {
  const age = inWords(seconds)
  const isOld = seconds > OLDEST
  if (kind === 'once')
    return isOld ? problem(`The last backup is ${age} old.`, REMEDY) : fine(`The last backup is ${age} old.`)
  return isOld
    ? problem(`There’s no backup yet, and the tables are ${age} old.`, REMEDY)
    : fine(`There’s no backup yet. The tables are ${age} old.`)
}

export const backupCheck = (db: Db): Check => ({
  name: 'backup',
  look: async () => backupFinding(await backupAge(db)),
})

const DAY = 86_400_000
/** Certificates are usually renewed a month before they expire, so with fewer days left, renewal has failed. */
const LEAST_DAYS = 14

export async function certificate(url: URL, now: number): Promise<Finding> {
  const renew = `Renew the certificate of ${url.host}.`
  let days: number
  try {
    days = Math.floor(((await expiryOf(url)) - now) / DAY)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem(`${url.host} can’t be reached safely: ${reason}.`, `Check the proxy that answers there. ${renew}`)
  }
  const left = plural(days, { one: '# day', other: '# days' })
  return days >= LEAST_DAYS
    ? fine(`The certificate of ${url.host} expires in ${left}.`)
    : problem(`The certificate of ${url.host} expires in ${left}.`, renew)
}

const MIGRATE = 'Start this version once, or run as the owner of the tables: npm run admin -- create-roles'

export function versionFinding({ major, minor }: { major: number; minor: number }, isBundled: boolean): Finding {
  const { asOf, minors } = NEWEST_MINORS
  const newest = minors[major] ?? 0
  const lacks = minor < newest ? `, and ${major}.${newest} has had security updates since (${asOf})` : ''
  if (isBundled)
    return warning(
      `PostgreSQL ${major}.${minor} came with Kindred${lacks}. It uses OpenSSL 1.1.1, which no longer gets any.`,
      'For anything public, use an external PostgreSQL that your system updates: set DATABASE_URL (README.md).',
    )
  if (lacks)
    return warning(
      `PostgreSQL ${major}.${minor} is running${lacks}.`,
      `Update it to the newest ${major}, which keeps its data, and restart it.`,
    )
  return fine(`PostgreSQL ${major}.${minor}.`)
}

async function tables(db: Db): Promise<Finding> {
  const missing = await missingSteps(db)
  if (missing.length === 0) return fine('The tables match this version.')
  return problem(
    `The tables are missing ${plural(missing.length, { one: '# migration', other: '# migrations' })}.`,
    MIGRATE,
  )
}

async function rights(db: Db): Promise<Finding> {
  const lacking = await lackingRights(db)
  if (lacking.length === 0) return fine('The server can read and write its tables.')
  const some = listed(lacking.slice(0, 3))
  return problem(`The server’s role lacks rights on ${some}.`, 'Run as their owner: npm run admin -- create-roles')
}

/** Checks whether the server itself could change the audit log. The back office shows the result, too. */
export const auditCheck = (db: Db): Check => ({
  name: 'audit-append-only',
  look: async () =>
    (await mayRewriteAudit(db))
      ? { passed: false, message: ONE_ROLE }
      : fine('The server can only add to the audit log and read it.'),
})

type Allowed = { role: string; role_limit: number; server_limit: number; used: number }

export function connectionsFinding({ role, role_limit, server_limit, used }: Allowed): Finding {
  const limit = role_limit < 0 ? server_limit : Math.min(role_limit, server_limit)
  const needed = plural(MAX_CONNECTIONS, { one: '# connection', other: '# connections' })
  const remedy =
    role_limit >= 0 && role_limit <= server_limit
      ? `As a superuser, run: alter role ${role} connection limit -1;`
      : 'Raise max_connections, and restart the database.'
  if (limit < MAX_CONNECTIONS)
    return problem(`A server opens up to ${needed}, and the database allows ${limit}.`, remedy)
  const message = `${used} of ${limit} connections are in use. A server opens up to ${MAX_CONNECTIONS}.`
  return used > limit * 0.9 ? warning(message, remedy) : fine(message)
}

async function connections(db: Db): Promise<Finding> {
  const { rows } = await sql<Allowed>`
    select quote_ident(r.rolname) as role,
      case when r.rolsuper or r.rolconnlimit < 0 then d.datconnlimit
        when d.datconnlimit < 0 then r.rolconnlimit else least(r.rolconnlimit, d.datconnlimit) end as role_limit,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as server_limit,
      (select count(*)::int from pg_stat_activity where usename = current_user) as used
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`.execute(db)
  return connectionsFinding(first(rows))
}

const FARTHEST_CLOCK = 2

/** The server adjusts its own clock to the database's, but logs, certificates and other programs don't. */
async function clock(db: Db, now: () => number): Promise<Finding> {
  const sent = now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const seconds = ((sent + now()) / 2 - first(rows).at.getTime()) / 1000
  const distance = `${Math.abs(seconds).toFixed(1)} seconds`
  if (Math.abs(seconds) <= FARTHEST_CLOCK) return fine(`This machine and the database are ${distance} apart.`)
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  return problem(`This machine’s clock is ${distance} ${direction} the database’s.`, 'Turn on NTP on both machines.')
}

type Bloat = { name: string; dead: number }

/**
 * Autovacuum begins when a fifth of the rows are dead. Twice as many mean that it falls behind, or that something keeps
 * rows alive.
 */
async function deadRows(db: Db): Promise<Finding> {
  const { rows } = await sql<Bloat>`select relname as name, n_dead_tup as dead from pg_stat_user_tables
    where n_dead_tup > 10000 + 0.4 * n_live_tup order by n_dead_tup desc limit 3`.execute(db)
  if (rows.length === 0) return fine('Autovacuum keeps up.')
  const names = rows.map(({ name, dead }) => `${name} (${dead.toLocaleString('en')} dead rows)`)
  const remedy =
    'Look for transactions that have been open for hours in pg_stat_activity, and for slots that nobody reads. ' +
    `Then run: ${rows.map(({ name }) => `vacuum (analyze) ${name};`).join(' ')}`
  return problem(`Autovacuum doesn’t keep up with ${listed(names)}.`, remedy)
}

/** An index whose concurrent creation failed is invalid: each write pays for it, and no query uses it. */
async function invalidIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid and n.nspname in ('public', 'pgboss')
      and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`.execute(db)
  return rows.map(({ name }) => name)
}

async function missingIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where schemaname = 'public'`.execute(db)
  const there = new Set(rows.map(({ name }) => name))
  return expectedIndexes().filter((name) => !there.has(name))
}

async function indexes(db: Db): Promise<Finding> {
  const invalid = await invalidIndexes(db)
  if (invalid.length > 0)
    return problem(
      `No query uses ${listed(invalid)}, because creating it failed.`,
      `As the owner, run: ${invalid.map((name) => `reindex index concurrently ${name};`).join(' ')}`,
    )
  const missing = (await missingSteps(db)).length > 0 ? [] : await missingIndexes(db)
  if (missing.length === 0) return fine('Every index is there and valid.')
  return problem(
    `Queries are slow without ${listed(missing)}.`,
    'Create them again as in server/src/infra/db/migrations, with "concurrently".',
  )
}

export const databaseChecks = (db: Db, now: () => number, isBundled: boolean): Check[] => [
  { name: 'database-version', look: async () => versionFinding(await refuseOldServer(db), isBundled) },
  { name: 'tables', look: () => tables(db) },
  { name: 'rights', look: () => rights(db) },
  auditCheck(db),
  { name: 'connections', look: () => connections(db) },
  { name: 'clock', look: () => clock(db, now) },
  { name: 'dead-rows', look: () => deadRows(db) },
  { name: 'indexes', look: () => indexes(db) },
]

const LONGEST_WAIT = 10 * 60
const MOST_COUNTED = 1000

async function queue(db: Db): Promise<Finding> {
  const waiting = await waitingJobs(db)
  const late = waiting.filter(({ seconds }) => seconds > LONGEST_WAIT)
  if (late.length === 0) {
    const count = waiting.reduce((sum, each) => sum + each.count, 0)
    return fine(`${plural(count, { one: '# job is', other: '# jobs are' })} due.`)
  }
  const [oldest] = late
  const minutes = plural(Math.round((oldest?.seconds ?? 0) / 60), { one: '# minute', other: '# minutes' })
  return problem(
    `Jobs have been due for up to ${minutes}: ${listed(late.map(({ job, count }) => `${count} × ${job}`))}.`,
    'Check that a server is running, and look for “a job failed” in its log.',
  )
}

/** Members' uploads wait in the database while the bucket fails. */
async function media(db: Db): Promise<Finding> {
  const { count, bytes, seconds } = await waitingMedia(db)
  const files = plural(count, { one: '# file waits', other: '# files wait' })
  if (seconds <= LONGEST_WAIT) return fine(`${files} for the bucket.`)
  const minutes = plural(Math.round(seconds / 60), { one: '# minute', other: '# minutes' })
  return problem(
    `${files} for the bucket (${(bytes / 1024 ** 2).toFixed(1)} MB), the oldest for ${minutes}.`,
    'Check the bucket, its key and its space, and look for “a waiting file could not be moved” in the log.',
  )
}

async function failedJobs(db: Db): Promise<Finding> {
  const count = await countFailedJobs(db, MOST_COUNTED)
  if (count === 0) return fine('No job has failed for good.')
  const jobs = plural(count, { one: '# job', other: '# jobs' })
  return problem(`${jobs} failed for good.`, 'An administrator can read why and retry them at /failed-jobs.')
}

export const queueChecks = (db: Db): Check[] => [
  { name: 'queue', look: () => queue(db) },
  { name: 'media-waiting', look: () => media(db) },
  { name: 'failed-jobs', look: () => failedJobs(db) },
]

const MOST_RETAINED = 4 * 1024 ** 3

const secondsInWords = (seconds: number) => plural(Math.round(seconds), { one: '# second', other: '# seconds' })

async function replication(db: Db): Promise<Finding> {
  const { standbys, isVisible, needsSynchronous, slots } = await replicationOf(db)
  if (!isVisible && (needsSynchronous || slots.length > 0))
    return problem(
      'The server’s role can’t see the standbys.',
      'As a superuser, run: grant pg_read_all_stats to kindred_app;',
    )
  if (needsSynchronous && !standbys.some(({ isSynchronous }) => isSynchronous))
    return problem(
      'Writes are waiting for a synchronous standby, but none is connected.',
      "Start it, or continue without it: alter system set synchronous_standby_names = ''; select pg_reload_conf();",
    )
  const late = standbys.filter(({ seconds }) => seconds > LONGEST_LAG)
  if (late.length > 0)
    return problem(
      `${listed(late.map(({ name, seconds }) => `${name} is ${secondsInWords(seconds)} behind`))}.`,
      'Check the disk and the network of the standby.',
    )
  if (standbys.length === 0) return fine('There is no standby, and no write waits for one.')
  return fine(`${plural(standbys.length, { one: '# standby keeps', other: '# standbys keep' })} up.`)
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

function problemOf({ name, isActive, isLost, retained }: Slot): Finding | undefined {
  const drop = `select pg_drop_replication_slot('${name}');`
  if (isLost)
    return problem(
      `The slot ${name} has lost its place in the log.`,
      `Copy its standby again (docs/operations.md), and run: ${drop}`,
    )
  if (isActive && retained <= MOST_RETAINED) return undefined
  return problem(
    `${isActive ? 'The reader of' : 'Nobody reads'} the slot ${name}${isActive ? ' is behind' : ''}, which keeps ` +
      `${gigabytes(retained)} of the log.`,
    `Start its standby. If that standby no longer exists, run: ${drop}`,
  )
}

/** An unused slot retains the write-ahead log: up to `max_slot_wal_keep_size`, or until the disk is full. */
async function slots(db: Db): Promise<Finding> {
  const { slots: all } = await replicationOf(db)
  const found = all.map(problemOf)
  return found.find(Boolean) ?? fine(all.length > 0 ? 'Every slot is read.' : 'There are no slots.')
}

async function lag(replica: Db): Promise<Finding> {
  const seconds = await replicaLag(replica)
  if (seconds <= LONGEST_LAG) return fine(`The read replica is ${secondsInWords(seconds)} behind.`)
  return problem(
    `The read replica is ${secondsInWords(seconds)} behind.`,
    'Check its disk, and whether it’s connected to its primary. Until then, the primary serves its reads.',
  )
}

export const replicationChecks = (db: Db, replica: Db | undefined): Check[] => [
  { name: 'replication', look: () => replication(db) },
  { name: 'slots', look: () => slots(db) },
  ...(replica ? [{ name: 'replica', look: () => lag(replica) }] : []),
]
