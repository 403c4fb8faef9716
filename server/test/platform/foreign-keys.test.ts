import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { askDatabase, cloneDatabase } from '../world.ts'

// docs/scale.md places each table in a group of shards and says whether its keys would allow that. It must stay true.

type Table = { name: string; key: string[]; uniques: string[][]; columns: string[] }

const columnsAt = (index: string) => `
  (select array_agg(coalesce(a.attname, 'an expression')::text order by k.n)
   from unnest(${index}.indkey) with ordinality k(attnum, n)
   left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum)`

async function tablesToday(): Promise<Table[]> {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { rows } = await askDatabase(
    url,
    `select c.relname as name,
      coalesce((select ${columnsAt('i')} from pg_index i where i.indrelid = c.oid and i.indisprimary), '{}') as key,
      coalesce((select jsonb_agg(${columnsAt('i')}) from pg_index i
        where i.indrelid = c.oid and i.indisunique and not i.indisprimary), '[]') as uniques,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows
}

const page = readFileSync('docs/scale.md', 'utf8')
const groups = page.slice(page.indexOf('## Groups of tables'), page.indexOf('## Statements that'))
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The tables that would be spread over nodes, as the page describes them. */
const spread = new Map(
  groups
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [name = '', ...cells] = cellsOf(line)
      return [name.replaceAll('`', ''), cells] as const
    }),
)

/** The cells of a table, as its keys are today. */
function cells({ key, uniques, columns }: Table, groupKey: string): string[] {
  const isThere = columns.includes(groupKey)
  const beyond = isThere ? uniques.filter((unique) => !unique.includes(groupKey)) : []
  const shown = beyond
    .map((unique) => `\`(${unique.join(', ')})\``)
    .toSorted()
    .join(' ')
  return [key.join(', ') || 'none', groupKey, shown, key.includes(groupKey) && beyond.length === 0 ? 'yes' : 'no']
}

test('each table has its place in one group of docs/scale.md, and no other table has', async () => {
  const lists = groups
    .slice(groups.indexOf('### Staff'))
    .split('\n')
    .filter((line) => line.startsWith('`'))
  const named = [
    ...spread.keys(),
    ...lists.flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
  ]
  expect(named.toSorted()).toEqual((await tablesToday()).map(({ name }) => name).toSorted())
})

/** The group in which each table is, by the heading above it. */
function groupOf(table: string): string {
  const parts = groups.split(/^### /m).slice(1)
  const [part = ''] = parts.filter((each) => each.includes(`\`${table}\``) && isPlacedIn(each, table))
  return part.split('\n')[0] ?? ''
}
const isPlacedIn = (part: string, table: string) =>
  part
    .split('\n')
    .some((line) => line.startsWith(`| \`${table}\``) || (line.startsWith('`') && line.includes(`\`${table}\``)))

test('no foreign key leads from one group to another', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { rows } = await askDatabase(
    url,
    `select conname as name, conrelid::regclass::text as one, confrelid::regclass::text as other from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  const found = (rows as { name: string; one: string; other: string }[]).map((row) => ({
    ...row,
    from: groupOf(row.one),
    to: groupOf(row.other),
  }))
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter(({ from, to }) => from === '' || from !== to)).toEqual([])
})

test('deleting a row finds the rows that refer to it by an index', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { rows } = await askDatabase(
    url,
    `select conrelid::regclass::text || '.' || conname as name, exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')) as is_found
      from pg_constraint c
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  const found = rows as { name: string; is_found: boolean }[]
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((each) => !each.is_found).map(({ name }) => name)).toEqual([])
})

test('the keys in docs/scale.md are those of the tables', async () => {
  const tables = new Map((await tablesToday()).map((table) => [table.name, table]))
  for (const [name, said] of spread) {
    const [, groupKey = '', beyond = ''] = said
    const wanted = groupKey.replace(', to be added', '')
    const table = tables.get(name)!
    expect([name, groupKey.endsWith('to be added')]).toEqual([name, !table.columns.includes(wanted)])
    const sorted = (text: string) => (text.match(/`[^`]+`/g) ?? []).toSorted().join(' ')
    const today = cells(table, wanted)
    expect([name, said[0], sorted(beyond), said[3]]).toEqual([name, today[0], today[2], today[3]])
  }
  const fitting = [...spread.values()].filter(([, , , fits]) => fits === 'yes').length
  expect(page.replaceAll('\n', ' ')).toContain(`${fitting} of the ${spread.size} tables`)
})
