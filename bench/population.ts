import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { parameters } from '../server/src/features/discovery/deck/rules.ts'
import { LONG_WAITS, openDb, openPool, type Db } from '../server/src/infra/db/db.ts'
import { withoutIndexes } from './indexes.ts'

const folder = join(import.meta.dirname, 'population')

/** Numbers members in the same way as the statements in `population/`. */
export const personId = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

function questionIds(): string[] {
  const file = 'server/src/features/profiles/questions/questions.json'
  const themes: Record<string, [id: string][]> = JSON.parse(readFileSync(file, 'utf8'))
  return Object.values(themes).flatMap((theme) => theme.map(([id]) => id))
}

function filesFor(people: number, choices: number): { name: string; text: string }[] {
  const { within, longer, hidden } = parameters.activity
  const recently = Object.entries(within)
    .map(([days, counts]) => `when a.last_active_at >= now() - interval '${days} days' then ${counts}`)
    .join(' ')
  const values: Record<string, string> = {
    people: String(people),
    choices: String(choices),
    every: String(Math.max(1, Math.floor(people / 1_000_000))),
    questions: `'{${questionIds().slice(0, 40).join(',')}}'`,
    hidden: String(hidden),
    longer: String(longer),
    within: recently,
  }
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      name: file.slice(2, -4),
      text: readFileSync(join(folder, file), 'utf8').replace(
        /(?<!:):(\w+)/g,
        (whole, key: string) => values[key] ?? whole,
      ),
    }))
}

/** One connection computes the rows that the other writes, so that both cores are busy. */
type Pair = { reader: pg.Client; writer: pg.Client }

async function withPair<T>(databaseUrl: string, work: (pair: Pair) => Promise<T>): Promise<T> {
  const [reader, writer] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)]
  try {
    for (const client of [reader, writer]) {
      // An interrupted run stops the database, and the running statement reports this.
      client.on('error', () => {})
      await client.connect()
      // Generated rows are valid by construction, so triggers and foreign keys are skipped.
      await client.query('set session_replication_role = replica')
      await client.query('set synchronous_commit = off')
      await client.query("set maintenance_work_mem = '1GB'")
      await client.query("set work_mem = '256MB'")
      await client.query('set jit = off')
      // Populations of the same size are identical, so that runs can be compared.
      await client.query('select setseed(0.22)')
    }
    return await work({ reader, writer })
  } finally {
    await Promise.allSettled([reader.end(), writer.end()])
  }
}

async function run(statement: string, { reader, writer }: Pair): Promise<void> {
  const [, table, columns, select] = /^insert into (\w+) \(([^)]+)\)\s+(select[^]*)$/.exec(statement) ?? []
  if (table && columns && select) {
    const rows = reader.query(copyTo(`copy (${select}) to stdout`))
    await pipeline(rows, writer.query(copyFrom(`copy ${table} (${columns}) from stdin`)))
  } else if (statement.includes(':half')) {
    await Promise.all([
      reader.query(statement.replaceAll(':half', '0')),
      writer.query(statement.replaceAll(':half', '1')),
    ])
  } else await reader.query(statement)
}

const withoutComments = (text: string) => text.replace(/^--.*\n/gm, '').trim()

async function load(text: string, pair: Pair): Promise<void> {
  const [, tables = ''] = /^-- Fills (.*)\.$/m.exec(text) ?? []
  await withoutIndexes(pair, tables.split(', '), async () => {
    for (const statement of text.split(/;$/m).map(withoutComments)) if (statement) await run(statement, pair)
  })
  await pair.writer.query(`analyze ${tables}`)
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** An interrupted run builds its population again, so it needs no full page images in the log, and few checkpoints. */
async function withLittleLog(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`alter system set full_page_writes = off`.execute(db)
  await sql`alter system set max_wal_size = '8GB'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter system reset full_page_writes`.execute(db)
    await sql`alter system reset max_wal_size`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  }
}

/** Replaces the counts that the triggers of accounts would keep. */
async function countAccounts(db: Db): Promise<void> {
  await sql`truncate account_tallies, last_seen`.execute(db)
  await sql`insert into account_tallies select line.* from accounts a cross join lateral lines_of(a) line
    where counts_from > '-infinity'`.execute(db)
  await sql`insert into account_tallies select kind, joined, born, gender, active, verified, complete, vip, sum(count)
    from (select line.* from accounts a cross join lateral lines_of(a) line) lines
    where counts_from = '-infinity' group by kind, joined, born, gender, active, verified, complete, vip
    order by kind, joined, born`.execute(db)
  await sql`insert into last_seen select id, case when state <> 'erased' then last_active_at end, 3
    from accounts`.execute(db)
  await sql`analyze account_tallies, last_seen`.execute(db)
}

export async function populate(databaseUrl: string, people: number, choices: number): Promise<void> {
  const db = openDb(openPool(databaseUrl, 1, LONG_WAITS))
  try {
    await withLittleLog(db, async () => {
      await withPair(databaseUrl, async (pair) => {
        for (const { name, text } of filesFor(people, choices)) await timed(name, () => load(text, pair))
      })
      await countAccounts(db)
      await timed('vacuum', () => sql`vacuum`.execute(db))
    })
    await sql`checkpoint`.execute(db)
  } finally {
    await db.destroy()
  }
}
