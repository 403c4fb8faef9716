import type pg from 'pg'

// Bulk loads are several times as fast without the indexes, which are built again at once from the sorted rows. They
// come back by the definitions that the product's own migrations gave them.

type Index = { name: string; table: string; definition: string; constraint: string | null }

/** All but primary keys and what a foreign key leans on: these are filled in their order anyway. */
const indexesOf = `
  select i.relname as name, t.relname as table,
    -- Of a table in parts, it would be the index without those of the parts.
    replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition,
    pg_get_constraintdef(c.oid) as constraint
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('u', 'x')
  where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and not x.indisprimary
    and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.oid)
  order by t.relname, i.relname`

async function read(client: pg.Client, tables: readonly string[]): Promise<Index[]> {
  return (await client.query<Index>(indexesOf, [tables])).rows
}

const dropped = ({ name, table, constraint }: Index) =>
  constraint === null ? `drop index "${name}"` : `alter table "${table}" drop constraint "${name}"`

const made = ({ name, table, definition, constraint }: Index) =>
  constraint === null ? definition : `alter table "${table}" add constraint "${name}" ${constraint}`

type Pair = { reader: pg.Client; writer: pg.Client }

/** Both connections build, each the next one that nobody builds yet, but only one constraint of a table at once. */
async function build({ reader, writer }: Pair, indexes: readonly Index[]): Promise<void> {
  for (const index of indexes.filter(({ constraint }) => constraint !== null)) await writer.query(made(index))
  const waiting = indexes.filter(({ constraint }) => constraint === null)
  const builder = async (client: pg.Client) => {
    for (let index = waiting.shift(); index; index = waiting.shift()) await client.query(made(index))
  }
  await Promise.all([builder(reader), builder(writer)])
}

/** Drops the indexes of the tables for as long as the work takes. */
export async function withoutIndexes(pair: Pair, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const before = await read(pair.writer, tables)
  for (const index of before) await pair.writer.query(dropped(index))
  await work()
  await build(pair, before)
  const after = await read(pair.writer, tables)
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new Error(`The indexes of ${tables.join(', ')} are not what they were.`)
}
