import type pg from 'pg'

// Bulk loads are several times as fast without indexes, which are then built from the sorted rows, with the names and
// definitions from the migrations.

export type Index = {
  name: string
  table: string
  definition: string
  constraint: string | null
}

const indexesOf = `
  select i.relname as name, t.relname as table, pg_get_indexdef(i.oid) as definition,
    pg_get_constraintdef(c.oid) as constraint
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid and c.contype in ('p', 'u', 'x')
  where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
    and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.oid)
  order by t.relname, i.relname`

export async function readIndexes(client: pg.Client, tables: readonly string[]): Promise<Index[]> {
  return (await client.query<Index>(indexesOf, [tables])).rows
}

export async function dropIndexes(client: pg.Client, indexes: readonly Index[]): Promise<void> {
  for (const { name, table, constraint } of indexes)
    await client.query(
      constraint === null ? `drop index "${name}"` : `alter table "${table}" drop constraint "${name}"`,
    )
}

export async function buildIndex(client: pg.Client, { name, table, definition, ...index }: Index): Promise<void> {
  if (index.constraint !== null)
    return void (await client.query(`alter table "${table}" add constraint "${name}" ${index.constraint}`))
  await client.query(definition)
}

export type ForeignKey = { name: string; table: string; definition: string }

const foreignKeysOf = `
  select c.conname as name, t.relname as table, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relname = any($1)
  order by t.relname, c.conname`

export async function readForeignKeys(client: pg.Client, tables: readonly string[]): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(foreignKeysOf, [tables])).rows
}

export async function dropForeignKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { name, table } of keys) await client.query(`alter table "${table}" drop constraint "${name}"`)
}

/** Adds the keys after the load, because comparing all rows at once is much faster than looking up each of them. */
export async function addForeignKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { name, table, definition } of keys)
    await client.query(`alter table "${table}" add constraint "${name}" ${definition}`)
}
