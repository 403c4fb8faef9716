import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { erasureStatements } from '../../src/infra/erasing.ts'
import { exportedParts } from '../../src/features/leaving/export.ts'
import { declarations } from '../../src/personal-data.ts'
import { cloneDatabase } from '../world.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

// These tables stay small, because their rows are soon deleted: budgets and access reasons within a day, jobs within
// days, swipes within a minute, open reports of staff, and unsent emails.
const short = ['budgets', 'job_common', 'uncounted_choices', 'access_reasons', 'report_presence', 'mails_waiting']

/** PostgreSQL 15 and 16 read all of a person's own conversations, and discard the others' messages. */
const OWN_CONVERSATIONS = 'messages_match_id_seq_key'

const id = '00000000-0000-7000-8000-000000000001'
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const isScan = ({ 'Node Type': type }: Node) => /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(type)

/** The first column of each index. */
async function leadingColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; lead: string }>(
    'select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as lead from pg_index',
  )
  return new Map(rows.map(({ name, lead }) => [name, lead]))
}

test('an erasure and an export find a person’s rows by indexes, however many others have', async () => {
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
  })
  const leads = await leadingColumns(client)
  // The rows that a filter discards must not be other people's.
  const isFound = ({ 'Index Name': index = '', 'Index Cond': condition = '', Filter: filter }: Node) =>
    leads.has(index) &&
    new RegExp(`(?<!\\w)${leads.get(index)}\\b`).test(condition) &&
    (filter === undefined || condition.includes(`= '${id}'`))
  // With few rows, the database would read whole tables unless these plans are off.
  for (const plan of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${plan} = off`)
  const statements = [
    ...erasureStatements(declarations),
    ...exportedParts(declarations).map(({ statement }) => statement.replace(/ order by \w+$/, '')),
  ]
  const reading: string[] = []
  const { rows: servers } = await client.query(`select current_setting('server_version_num')::int < 170000 as is_older`)
  const left = servers[0].is_older ? [...short, OWN_CONVERSATIONS] : short
  for (const statement of statements) {
    const { rows } = await client.query(`explain (format json) ${statement.replaceAll('$1', `'${id}'`)}`)
    const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(isScan)
    const whole = scans
      .filter((node) => !isFound(node))
      .map((node) => node['Index Name'] ?? node['Relation Name'] ?? '')
    for (const name of whole)
      if (!left.some((table) => name.startsWith(table))) reading.push(`${name} for ${statement}`)
  }
  expect(statements.length).toBeGreaterThan(80)
  expect(reading).toEqual([])
})
