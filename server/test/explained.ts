import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import { askDatabase, cloneDatabase, startWorld } from './world.ts'

// What the database really reads and writes of the tables in parts, statement by statement, also inside of functions,
// triggers and checks of foreign keys: auto_explain sends each plan after it was executed.

type Node = {
  'Node Type': string
  Operation?: string
  'Relation Name'?: string
  'Actual Loops': number
  'Actual Rows': number
  Plans?: Node[]
}
type Explained = { 'Query Text': string; Plan: Node }

/** A statement, and how many parts of a table it read or wrote. */
export type Touch = { statement: string; table: string; parts: number }

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

const PARTS = `
  select p.relname as table, c.relname as part from pg_inherits
    join pg_class p on p.oid = inhparent join pg_class c on c.oid = inhrelid
  where p.relkind = 'p' and c.relkind = 'r' and p.relnamespace = 'public'::regnamespace`

/** The tables in parts, by the names of their parts. */
async function partsIn(url: string): Promise<Map<string, string>> {
  const { rows } = await askDatabase(url, PARTS)
  return new Map(rows.map(({ table, part }) => [part, table]))
}

/** Nodes that were executed. Parts that the executor left out have no loops. */
const executedIn = (node: Node): Node[] =>
  node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(executedIn)]

/** A plan names the parts that it reads. Of an insertion, it says only how many rows there were. */
function partsOf({ Plan }: Explained, tableOf: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const tables = new Set(tableOf.values())
  const touched = new Map([...tables].map((table) => [table, new Set<string>()]))
  for (const node of executedIn(Plan)) {
    const name = node['Relation Name'] ?? ''
    if (node.Operation === 'Insert' && tables.has(name))
      for (let row = node.Plans?.[0]?.['Actual Rows'] ?? 0; row > 0; row--) touched.get(name)?.add(`row ${row}`)
    else touched.get(tableOf.get(name) ?? '')?.add(name)
  }
  return touched
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** What the statements do that are run until `call` and all that follows from it is done. */
async function plansOf(call: () => Promise<unknown>): Promise<Explained[]> {
  const plans: Explained[] = []
  const heard = new Set<unknown>()
  let underWay = 0
  const original: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')
  const hear = ({ message = '' }) => {
    const [, json] = message.split(' plan:\n')
    if (json) plans.push(JSON.parse(json))
  }
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (!heard.has(this)) this.on('notice', hear)
    heard.add(this)
    const done = given.at(-1)
    if (typeof done !== 'function') return original.apply(this, given)
    underWay++
    const counted = (...outcome: unknown[]) => {
      underWay--
      done(...outcome)
    }
    return original.apply(this, [...given.slice(0, -1), counted])
  })
  await call()
  for (let quiet = 0; quiet < 4; quiet = underWay > 0 ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
  query.mockRestore()
  for (const client of heard) if (client instanceof pg.Client) client.off('notice', hear)
  return plans
}

/** A world whose database explains what it executes. Jobs don't run, so that nothing but the call does. */
export async function startExplainedWorld() {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const database = new URL(url).pathname.slice(1)
  for (const [name, value] of Object.entries(settings))
    await askDatabase(url, `alter database ${database} set ${name} = '${value}'`)
  const world = await startWorld({ databaseUrl: url })
  await world.deps.jobs.stop()
  const tableOf = await partsIn(url)
  const touchesOf = async (call: () => Promise<unknown>): Promise<Touch[]> =>
    (await plansOf(call)).flatMap((plan) =>
      [...partsOf(plan, tableOf)].flatMap(([table, { size: parts }]) =>
        parts > 0 ? { statement: inOneLine(plan['Query Text']), table, parts } : [],
      ),
    )
  return { world, tables: [...new Set(tableOf.values())], touchesOf }
}
