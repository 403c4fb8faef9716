import { unzipSync } from 'fflate'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { declarations as registry } from '../../src/personal-data.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { mergeTallies } from '../../src/features/operations/stats/jobs.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { exportOwnData } from '../../src/features/leaving/export.ts'
import { basesOf, personalTables, isPersonal } from '../../src/infra/personal-data.ts'
import { columnsIn, fillFor, personColumns, wordFor, type Column } from '../filled.ts'
import { tablesOf, tracesIn } from '../traces.ts'
import { startWorld, until, type World } from '../world.ts'

const personal = personalTables(registry)

// Compares the features' declarations with the schema's tables and columns, so no personal data is overlooked.

async function open({ databaseUrl }: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** UUID columns that never contain an account's id. */
const noAccounts = new Set([
  'audit_chain.audit_id',
  'audit_contents.audit_id',
  'audit_contents.salt',
  'batches.undoes',
  'decisions.mail_id',
  'fraud_notices.mail_id',
  'evidence.report_id',
  'watchlist_photos.decisions',
  'evidence_contents.evidence_id',
  'calls.message_id',
  'flagged_messages.message_id',
  'messages.match_id',
  'messages.reply_to',
  'reactions.match_id',
  'reactions.message_id',
  'voice_notes.match_id',
  'voice_notes.message_id',
  'pgboss.job_dependency.child_id',
  'pgboss.job_dependency.parent_id',
  'reports.message_id',
  'fraud_notices.decision_id',
  'hidden_from.contact_id',
  'slowed_senders.report_id',
  'date_answers.plan_id',
  'plan_shares.plan_id',
  'pgboss.job.source_id',
  'pgboss.job.source_root_id',
  'pgboss.schedule.last_job_id',
])

test('every table is declared by its feature, and so is every column that can hold an account', async () => {
  const world = await startWorld()
  const tables = (await tablesOf(world)).map((name) => name.replace('public.', ''))
  expect(tables.filter((name) => !registry.has(name))).toEqual([])
  expect([...registry.keys()].filter((name) => !tables.includes(name))).toEqual([])
  const columns = await columnsIn(await open(world))
  const undeclared = columns.filter((column) => {
    const { table, name, type, parent } = column
    if (!type.startsWith('uuid') || name === 'id' || (parent && parent !== 'accounts')) return false
    if (noAccounts.has(`${table}.${name}`)) return false
    const declared = registry.get(table)!
    if (!isPersonal(declared)) return true
    return !declared.named?.includes(name) && personColumns(declared.of, [column]).length === 0
  })
  expect(undeclared.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

test('the export includes every column about a person, or the feature says why not', async () => {
  const columns = await columnsIn(await open(await startWorld()))
  const unexplained = personal.flatMap(([table, { of, named = [], exported }]) => {
    if ('withheld' in exported) return []
    const its = columns.filter((column) => column.table === table)
    const covered = [...exported.columns, ...Object.keys(exported.without ?? {}), ...named, 'id']
    const whose = personColumns(of, its).map(({ name }) => name)
    return its
      .filter(({ name, parent }) => !covered.includes(name) && !whose.includes(name) && parent === null)
      .map(({ name }) => `${table}.${name}`)
  })
  expect(unexplained).toEqual([])
  for (const [, { exported, erased }] of personal) {
    const whys = [
      ...('withheld' in exported ? [exported.withheld] : Object.values(exported.without ?? {})),
      ...('why' in erased ? [erased.why] : []),
    ]
    for (const why of whys) expect(why).toMatch(/\w+.*\.$/)
  }
})

test('every column about a person has a legal basis', async () => {
  const columns = await columnsIn(await open(await startWorld()))
  const its = (table: string) => columns.filter((column) => column.table === table).map(({ name }) => name)
  const unmarked = personal.flatMap(([table, declared]) =>
    its(table)
      .filter((name) => basesOf(declared, name).length === 0)
      .map((name) => `${table}.${name}`),
  )
  expect(unmarked).toEqual([])
  const named = personal.flatMap(([table, { basis }]) =>
    (typeof basis === 'string' ? [] : Object.values(basis))
      .flatMap((names) => (names === 'rest' ? [] : names))
      .map((name) => `${table}.${name}`),
  )
  expect(named.filter((name) => !columns.some((column) => `${column.table}.${column.name}` === name))).toEqual([])
  const special = personal.flatMap(([table, declared]) =>
    its(table)
      .filter((name) => basesOf(declared, name).includes('consent to special categories'))
      .map((name) => `${table}.${name}`),
  )
  // special-category.test.ts, kept-fields.test.ts and shown-texts.test.ts show that none of these is stored, shown or used without consent.
  expect(special.toSorted()).toEqual([
    'accounts.gender',
    'answer_sheets.answers',
    'answers.accepted',
    'answers.answer',
    'listings.basics',
    'listings.field_terms',
    'listings.fields',
    'listings.filters',
    'listings.gender',
    'listings.gender_group',
    'listings.shown_to',
    'listings.wants',
    'profiles.basics',
    'profiles.fields',
    'profiles.filters',
    'profiles.found_gender',
    'profiles.found_shown_to',
    'profiles.gender',
    'profiles.interested_in',
    'profiles.shown_to',
    'ranking_stats.gender_group',
    'ranking_stats.seeks',
    'ranking_stats.shown_to',
    'saved_searches.query',
    'shown_texts.text',
    'withdrawn_details.account_id',
    'withdrawn_details.details',
    'withdrawn_details.erase_at',
    'withdrawn_details.kind',
    'withdrawn_details.withdrawn_at',
  ])
})

const isKeptOnPurpose = ({ table, name }: Column): boolean => {
  const declared = registry.get(table)
  return (
    declared !== undefined && isPersonal(declared) && 'keeps' in declared.erased && declared.erased.keeps.includes(name)
  )
}

async function filledWorld() {
  const world = await startWorld({ eavesdrop: false })
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  await world.mailsTo(ada.email)
  await world.mailsTo(ben.email)
  const client = await open(world)
  const columns = await fillFor(client, ada.user._id, ben.user._id)
  return { world, ada, ben, columns }
}

test('after an erasure the person is in no table, except where kept on purpose', async () => {
  const { world, ada, columns } = await filledWorld()
  const words = columns.filter(({ table }) => isPersonal(registry.get(table)!)).map(wordFor)
  const before = await tracesIn(world, words)
  // Every writable column was filled; otherwise, the rest would prove nothing.
  const filled = new Set(before.map((trace) => trace.split(':')[0]!))
  for (const [table] of personal)
    expect([
      table,
      columns
        .filter((column) => column.table === table && !filled.has(`${table}.${column.name}`))
        .map(({ name }) => name),
    ]).toEqual([table, table === 'pgboss.job' ? ['name', 'data', 'dead_letter'] : []])
  await world.query(
    `update accounts set state = 'deleting', deletion_due_at = now() - interval '1 hour' where id = '${ada.user._id}'`,
  )
  await eraseDue(world.deps)
  await until(async () => (await world.query('select from payment_customers')).rowCount === 0)
  await sweepDroppedFiles(world.deps)
  await mergeTallies(world.deps)
  const receipt = `${wordFor({ table: 'accounts', name: 'email' })}`
  await until(async () => (await tracesIn(world, [receipt])).length === 0)
  expect(await tracesIn(world, columns.filter((column) => !isKeptOnPurpose(column)).map(wordFor))).toEqual([])
})

test('an export covers every table the person is in, and nothing that is withheld', async () => {
  const { world, ada, columns } = await filledWorld()
  const { rows } = await world.query(`select id from sessions where account_id = '${ada.user._id}'`)
  await exportOwnData(world.deps, ada.user._id, (rows as { id: string }[])[0]!.id)
  const file = await world.deps.storage.get(`export${ada.user._id.replaceAll('-', '')}/data.zip`)
  const text = new TextDecoder().decode(unzipSync(file!)['data.json'])
  const data = JSON.parse(text) as Record<string, object[]>
  const parts: [as: string, names: string[]][] = []
  for (const [table, { exported }] of personal) {
    const words = columns.filter((column) => column.table === table)
    const exportedColumns = 'withheld' in exported ? [] : exported.columns
    const has = words.filter((column) => text.includes(wordFor(column))).map(({ name }) => name)
    expect([table, has.toSorted()]).toEqual([
      table,
      words
        .filter(({ name }) => (exportedColumns as readonly string[]).includes(name))
        .map(({ name }) => name)
        .toSorted(),
    ])
    if ('withheld' in exported) continue
    const names = [...exported.columns, ...Object.keys(exported.also ?? {})]
    parts.push([exported.as, names])
  }
  expect(parts.map(([as]) => [as, Object.keys(data[as]![0] ?? {})])).toEqual(parts)
})
