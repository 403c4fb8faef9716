import { sql, type RawBuilder } from 'kysely'
import { first } from '../first.ts'
import { transaction, type Db, type Tx } from './db.ts'

// Two roles use the database. The owner creates and changes tables when the server starts or is updated. The server's
// role writes rows, owns nothing, and can only add to the audit log.

export const APP_ROLE = 'kindred_app'

export const ONE_ROLE =
  'The server runs as the owner of its tables, so only triggers protect the audit log. ' +
  'Create a separate role: npm run admin -- create-roles'

export async function ownsTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`
    select coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('public.accounts')), true
    ) as owns`.execute(db)
  return first(rows).owns
}

/** True if this connection could change entries of the audit log, or remove the triggers that protect them. */
export async function mayRewriteAudit(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(relowner, 'member') or has_table_privilege(oid, 'update, delete, truncate, trigger') as may
    from pg_class where oid = 'public.audit_log'::regclass`.execute(db)
  return first(rows).may
}

const quoted = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`)

export async function createAppRole(db: Db, password: string): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${APP_ROLE}`.execute(db)
  if (rows.length > 0) return false
  await sql`create role ${sql.id(APP_ROLE)} login password ${quoted(password)}`.execute(db)
  return true
}

/** Tables that the server may not write freely: append-only ones, and the state of the migrations. */
const special: Record<string, string> = {
  audit_log: 'select, insert',
  audit_heads: 'select, insert',
  // The log's own trigger writes the chain, with the owner's rights.
  audit_chain: 'select',
  // Entries' content can be erased, but the chain keeps its hash.
  audit_contents: 'select, insert, delete',
  // The same applies to sealed evidence.
  evidence: 'select, insert',
  evidence_contents: 'select, insert, delete',
  migrations: 'select',
  repeatable_sql: 'select',
}
const ROWS = 'select, insert, update, delete'
/** Views let other features read a feature's rows, but never write them. */
const VIEW = 'select'
const SCHEMAS = ['public', 'pgboss']

type Table = { schema: string; name: string; is_view: boolean; may: string }

const rightsOf = (role: RawBuilder<unknown>) => sql<Table>`
    select n.nspname as schema, c.relname as name, c.relkind = 'v' as is_view,
      array_to_string(array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) p
        where has_table_privilege(${role}, c.oid, p)), ', ') as may
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${SCHEMAS}::text[]) and c.relkind in ('r', 'p', 'v')`

async function wronglyGranted(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`${rightsOf(sql`${APP_ROLE}`)} and pg_has_role(c.relowner, 'usage')`.execute(db)
  return rows.filter((table) => table.may !== rightsFor(table))
}

export async function lackingRights(db: Db): Promise<string[]> {
  const { rows } = await rightsOf(sql`current_user`).execute(db)
  return rows
    .filter((table) => {
      const may = table.may.split(', ')
      return !rightsFor(table)
        .split(', ')
        .every((right) => may.includes(right))
    })
    .map(({ name }) => name)
}

const rightsFor = ({ schema, name, is_view }: Table) =>
  is_view ? VIEW : schema === 'public' ? (special[name] ?? ROWS) : ROWS

/** Writes nothing if the rights are correct. */
export const grantToApp = (db: Db): Promise<void> => transaction(db, grantInTransaction)

export async function grantInTransaction(tx: Tx): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${APP_ROLE}`.execute(tx)
  if (rows.length === 0) return
  const app = sql.id(APP_ROLE)
  // The lock keeps servers that start together from changing the same grants.
  await sql`select pg_advisory_xact_lock(hashtextextended('grants', 0))`.execute(tx)
  const tables = await wronglyGranted(tx)
  if (tables.length === 0) return
  const grants = tables.flatMap((table) => [
    `revoke all on "${table.schema}"."${table.name}" from ${APP_ROLE}`,
    `grant ${rightsFor(table)} on "${table.schema}"."${table.name}" to ${APP_ROLE}`,
  ])
  await sql.raw(grants.join(';\n')).execute(tx)
  for (const schema of new Set(tables.map((table) => table.schema))) {
    await sql`grant usage on schema ${sql.id(schema)} to ${app}`.execute(tx)
    await sql`grant usage, select on all sequences in schema ${sql.id(schema)} to ${app}`.execute(tx)
  }
}
