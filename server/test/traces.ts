import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './world.ts'

// Finds traces of a person in every column of every table and in every file.

type Row = Record<string, unknown>

/** Every table, without partitions, which are read through their parent. */
export async function tablesOf({ query }: Pick<World, 'query'>): Promise<string[]> {
  const { rows } =
    await query(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%' order by 1`)
  return (rows as { name: string }[]).map(({ name }) => name)
}

const inHex = (text: string) => Buffer.from(text).toString('hex')

/** Each column that contains one of these words, as `table.column: word`, ignoring case. */
export async function tracesIn(world: Pick<World, 'query'>, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const all = (await tablesOf(world)).map((table) => `select '${table}' as table, to_jsonb(t) as row from ${table} t`)
  const { rows } = await world.query(all.join(' union all '))
  for (const { table, row } of rows as { table: string; row: Row }[])
    for (const [column, value] of Object.entries(row)) {
      const text = JSON.stringify(value ?? '').toLowerCase()
      for (const word of words)
        if (text.includes(word.toLowerCase()) || text.includes(inHex(word)))
          found.add(`${table.replace('public.', '')}.${column}: ${word}`)
    }
  return [...found].sort()
}

/** The files under a folder whose name or content contains one of these words. */
export function filesWith(folder: string, words: readonly string[]): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => words.some((word) => name.includes(word) || readFileSync(join(folder, name)).includes(word)))
}
