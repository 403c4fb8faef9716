import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { personalTables } from '../src/infra/personal-data.ts'
import { declarations } from '../src/personal-data.ts'
import { present } from '../../scripts/present.ts'

// Fills every table with rows about a person: generated from the schema, with a unique word in each text.

export type Column = {
  table: string
  name: string
  type: string
  generated: boolean
  /** The table that a foreign key references. */
  parent: string | null
  /** The values that a check constraint lists. */
  allowed: string | null
}

/** Every column of our tables and of the job queue. */
export async function columnsIn(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table, a.attname as name,
      format_type(a.atttypid, null) as type, a.attgenerated <> '' as generated,
      -- A foreign key of two columns names the account besides the row.
      (select p.relname from pg_constraint f join pg_class p on p.oid = f.confrelid
        join pg_attribute r on r.attrelid = p.oid and r.attnum = f.confkey[array_position(f.conkey, a.attnum)]
        where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
          and (f.conkey = array[a.attnum] or r.attname <> 'account_id')
        order by cardinality(f.conkey) limit 1) as parent,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1) as allowed
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')
    order by 1, a.attnum`)
  return rows
}

export const wordFor = ({ table, name }: Pick<Column, 'table' | 'name'>): string =>
  `zq${table}${name}qz`.replace(/[^a-z0-9]/g, '')

const isWord = (type: string) => ['text', 'text[]', 'jsonb', 'bytea'].includes(type)

/** The first value that a check constraint allows. */
const firstOf = (allowed: string): string => /ARRAY\[(?:\()?'?([^',\])]+)/.exec(allowed)![1]!

/** Values that constraints and erasure require but the schema doesn't show. */
const byHand: Record<string, Record<string, unknown>> = {
  // Unsent, because sent emails no longer have a text.
  mails: { sent_at: null, hold_until: '2999-01-01' },
  audit_log: { actor_kind: 'administrator' },
  report_replies: { is_internal: false, by_staff: true },
  choices: { action: 'like' },
  likes_received: { action: 'like' },
  batches: { refused: '[]', failed: '[]' },
  batch_items: { outcome: 'done' },
  decisions: { kind: 'suspend', state: 'expired' },
  appeals: { state: 'upheld', report_id: null },
  invitations: { created_by: null },
  // These columns are encrypted, so no word could be found in them.
  date_plans: { state: 'declined', slots: ['2030-01-01'], place: Buffer.from('sealed'), starts_at: '2030-01-01' },
  date_answers: { again: null },
  plan_shares: { details: Buffer.from('sealed') },
  pictures: { fingerprint: '0'.repeat(64) },
  watchlist_photos: { fingerprint: '0'.repeat(64) },
  duplicate_photos: { fingerprint: '0'.repeat(64), listed_id: null, state: 'dismissed' },
  account_links: { state: 'dismissed', signals: '[]' },
  blind_reviews: { state: 'closed' },
  views: { seen: '0'.repeat(8192), seen_this_month: '0'.repeat(8192), seen_last_month: '0'.repeat(8192) },
}

function valueOf(column: Column, ids: Map<string, unknown>): unknown {
  const { table, name, type, allowed, parent } = column
  if (name in (byHand[table] ?? {})) return byHand[table]![name]
  // A composite foreign key to a message contains the match as well.
  const owner = name === 'match_id' ? 'matches' : (parent ?? '')
  if (ids.has(owner)) return ids.get(owner)
  if (allowed) return type.endsWith('[]') ? [firstOf(allowed)] : firstOf(allowed)
  const word = wordFor(column)
  if (type === 'text') return word
  if (type === 'text[]') return [word]
  if (type === 'jsonb') return JSON.stringify({ word })
  if (type === 'bytea') return Buffer.from(word)
  if (type === 'uuid') return randomUUID()
  if (type.endsWith('[]')) return []
  if (type === 'boolean') return false
  if (type === 'date') return '2000-01-01'
  return type.startsWith('timestamp') ? present().toISOString() : 1
}

/** The columns by which a row belongs to a person, from the condition that the feature declares. */
export const personColumns = (of: string, columns: readonly Column[]): Column[] => {
  const direct = of.replace(/\S+ in \(select [^)]*\)/g, '')
  return columns.filter(({ name, type }) => type.startsWith('uuid') && new RegExp(`\\b${name}\\b`).test(direct))
}

async function insert(client: pg.Client, table: string, values: Map<string, unknown>): Promise<void> {
  const names = [...values.keys()]
  await client.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    [...values.values()],
  )
}

/** Orders two columns as a check constraint requires. */
const sortPair = (values: Map<string, unknown>) => {
  const [a, b] = [values.get('a_id'), values.get('b_id')] as [string, string]
  if (a > b) values.set('a_id', b).set('b_id', a)
}

/**
 * Fills every table about one person, with a row for each column that can contain their id; the other columns contain
 * someone else's. Triggers and foreign keys are off, so the data they maintain is filled, too. Returns the columns that
 * contain words.
 */
export async function fillFor(client: pg.Client, person: string, other: string): Promise<Column[]> {
  const columns = (await columnsIn(client)).filter(({ generated }) => !generated)
  const ids = new Map<string, unknown>()
  await client.query('begin')
  // Triggers update the account counters, as in production.
  const own = columns.filter(({ table, type, allowed }) => table === 'accounts' && isWord(type) && !allowed)
  await client.query(
    `update accounts set ${own.map(({ name }, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`,
    [person, ...own.map((column) => valueOf(column, ids))],
  )
  await client.query("set constraints all immediate; set local session_replication_role = 'replica'")
  for (const [table, { of }] of personalTables(declarations)) {
    const its = columns.filter((column) => column.table === table)
    if (table === 'accounts') continue
    await client.query(`delete from ${table} where ${of.replaceAll('$1', `'${person}'::uuid`)}`)
    // Two people have only one match, whatever their order.
    const theirs = personColumns(of, its).slice(0, table === 'matches' ? 1 : undefined)
    for (const [nth, chosen] of (theirs.length > 0 ? theirs : [undefined]).entries()) {
      const values = new Map(its.map((column) => [column.name, valueOf(column, ids)]))
      for (const each of [...personColumns(of, its), ...its.filter(({ parent }) => parent === 'accounts')])
        values.set(each.name, each.type === 'uuid[]' ? [other] : other)
      if (chosen) values.set(chosen.name, chosen.type === 'uuid[]' ? [person] : person)
      if (table === 'matches') sortPair(values)
      if (table === 'evidence') values.set('place', nth + 1)
      if (table === 'budgets') values.set('key', `${wordFor({ table, name: 'key' })}:${person}`)
      if (table === 'pgboss.job')
        values
          .set('name', 'push')
          .set('state', 'completed')
          .set('data', JSON.stringify({ accountId: person }))
          .set('dead_letter', null)
      await insert(client, table, values)
      if (!ids.has(table)) ids.set(table, values.get('id'))
    }
  }
  await client.query('commit')
  const hasWord = ({ table, name, type, allowed, parent }: Column) =>
    isWord(type) && !allowed && !parent && !(name in (byHand[table] ?? {}))
  return columns.filter(hasWord)
}
