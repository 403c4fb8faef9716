import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { expectedIndexes, missingSteps, refuseOldServer } from '../../../infra/db/migrate.ts'
import { NEWEST_MINORS } from '../../../infra/db/minors.ts'
import { lackingRights, mayRewriteAudit, ONE_ROLE } from '../../../infra/db/roles.ts'
import { first } from '../../../infra/first.ts'
import { listed, plural } from '../../../infra/words.ts'
import { fine, problem, warning, type Check, type Finding } from './check.ts'

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

/** Tells whether the server itself could change the audit log. The back office shows this, too. */
export const auditCheck = (db: Db): Check => ({
  name: 'audit-append-only',
  look: async () =>
    (await mayRewriteAudit(db))
      ? { passed: false, message: ONE_ROLE }
      : fine('The server can only add to the audit log and read it.'),
})

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

/** Autovacuum begins at a fifth. Twice as much means that it doesn't keep up, or that something keeps rows alive. */
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
  { name: 'clock', look: () => clock(db, now) },
  { name: 'dead-rows', look: () => deadRows(db) },
  { name: 'indexes', look: () => indexes(db) },
]
