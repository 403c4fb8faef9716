import { expect, test } from 'vitest'
import { noteAuditHead } from '../../src/features/operations/audit/jobs.ts'
import { askDatabase, shared, startWorld, type World } from '../world.ts'
import { verifyLog } from '../audit-steps.ts'

// The server can't change a row of the audit log, and changes by the tables' owner are detected.

/** Writes rows by having an administrator edit a user this many times. */
async function staffActs(world: World, times: number) {
  const [ada, ines] = [await world.dater(), await world.administrator()]
  for (let time = 0; time < times; time++)
    await ines.client.editUser({ params: { id: ada.user._id }, body: { bio: `Bakes ${time} loaves.` } })
  return { ada, ines }
}

/** Changes rows with triggers off, as the owner of the tables could. */
const tamper = (world: World, statement: string) => world.query(`set session_replication_role = replica; ${statement}`)

const idAt = async (world: World, place: number): Promise<string> =>
  ((await world.query(`select audit_id from audit_chain where place = ${place}`)).rows[0] as { audit_id: string })
    .audit_id

/** A log of five rows. Tests undo their changes to it. */
const fiveRows = shared(async () => {
  const world = await startWorld()
  await staffActs(world, 5)
  for (const table of logTables) await world.query(`create table kept_${table} as table ${table}`)
  return world
})
const logTables = ['audit_log', 'audit_contents', 'audit_chain']
const undone = logTables.map((table) => `delete from ${table}; insert into ${table} table kept_${table}`).join(';')

const middle = '(select audit_id from audit_chain where place = 3)'

test('the server can append to the log and read it, nothing else', async () => {
  const world = await startWorld()
  await staffActs(world, 1)
  const { rows } = await askDatabase(world.appUrl, 'select current_user')
  expect(rows).toEqual([{ current_user: 'kindred_app' }])
  for (const table of ['audit_log', 'audit_chain', 'audit_heads'])
    for (const statement of [
      `update ${table} set ${table === 'audit_log' ? `action = 'nothing'` : 'place = 1'}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
      `drop table ${table}`,
      `alter table ${table} owner to kindred_app`,
    ])
      expect([statement, await askDatabase(world.appUrl, statement).then(() => 'done', String)]).toEqual([
        statement,
        expect.stringMatching(/permission denied|must be owner/),
      ])
  const { rows: order } = await askDatabase(
    world.appUrl,
    `select bool_and(id > before) and bool_and(substr(id::text, 15, 1) = '7') as kept from (
      select id, lag(id, 1, '00000000-0000-7000-8000-000000000000') over (order by n) as before
      from generate_series(0, 1999) n, uuid_v7(timestamptz '2026-11-21 10:00Z' + n * interval '1 microsecond') id) made`,
  )
  expect(order).toEqual([{ kept: true }])
  for (const statement of [
    `insert into audit_chain select 9, audit_id, previous, hash from audit_chain`,
    `update audit_contents set reason = 'Another one.'`,
    'truncate audit_contents',
    'set role kindred',
    'set session_replication_role = replica',
    'create or replace function chain_audit() returns trigger language plpgsql as $$ begin return null; end $$',
  ])
    await expect(askDatabase(world.appUrl, statement)).rejects.toThrow(/permission denied|must be owner/)
  const { client } = await world.administrator()
  expect((await client.getChecks()).data.checks).toMatchObject([{ name: 'audit-append-only', passed: true }])
  expect(await verifyLog(world)).toMatchObject({ problem: null })
})

test.each([
  ['a field', `update audit_log set action = 'account.opened' where id = ${middle}`, 'was changed'],
  ['the time', `update audit_log set at = at + interval '1 second' where id = ${middle}`, 'was changed'],
  ['who it was', `update audit_log set actor_id = gen_random_uuid() where id = ${middle}`, 'was changed'],
  ['a reason', `update audit_contents set reason = 'Another one.' where audit_id = ${middle}`, 'The content of'],
  ['details', `update audit_contents set details = '{}' where audit_id = ${middle}`, 'The content of'],
  ['a deleted row', `delete from audit_log where id = ${middle}`, 'is missing'],
  [
    'two swapped rows',
    `update audit_chain set place = -3 where place = 3; update audit_chain set place = 3 where place = 4; update audit_chain set place = 4 where place = -3`,
    null,
  ],
])('a tampered log is found: %s', async (_what, statement, found) => {
  const world = await fiveRows()
  expect(await verifyLog(world)).toMatchObject({ checked: 5, erased: 0, problem: null })
  const ids = [await idAt(world, 3), await idAt(world, 4)]
  await tamper(world, statement)
  const { checked, problem } = await verifyLog(world)
  expect([checked, problem]).toEqual([2, expect.stringContaining(found ?? 'does not follow')])
  expect(ids.some((id) => problem!.includes(`${id} of 20`))).toBe(true)
  await tamper(world, undone)
})

test('unchained rows and a truncated end are found', async () => {
  const added = await startWorld()
  await staffActs(added, 2)
  await tamper(
    added,
    `insert into audit_log select uuid_v7(), at, actor_id, actor_kind, action, subject_id, fields, content_digest from audit_log limit 1`,
  )
  expect((await verifyLog(added)).problem).toContain('not in the chain')

  for (const [tables, found] of [
    [['audit_log'], 'is missing'],
    [['audit_log', 'audit_chain'], 'missing, but its content is still there'],
    [['audit_log', 'audit_contents', 'audit_chain'], 'cut or rewritten: the row at place 4'],
    [['audit_log', 'audit_contents', 'audit_chain', 'audit_heads'], 'cut or rewritten: its head used to be 4:'],
  ] as const) {
    const world = await startWorld()
    await staffActs(world, 4)
    await noteAuditHead(world.deps)
    const { head } = await verifyLog(world)
    expect(world.logged()).toContain(head)
    await tamper(
      world,
      `create temp table gone as select audit_id from audit_chain where place > 3;
      ${tables.map((table) => `delete from ${table} where ${table === 'audit_heads' ? 'true' : `${table === 'audit_log' ? 'id' : 'audit_id'} in (select audit_id from gone)`}`).join(';')}`,
    )
    expect((await verifyLog(world, head)).problem).toContain(found)
  }
})

test('an erased value stays in the chain as a digest that no one can read', async () => {
  const world = await startWorld()
  const { ada, ines } = await staffActs(world, 2)
  await world.deps.db.deleteFrom('audit_contents').where('subject_id', '=', ada.user._id).execute()
  expect(await verifyLog(world)).toMatchObject({ checked: 2, erased: 2, problem: null })
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  expect(entries).toMatchObject([
    { action: 'account.edited', reason: null, fields: ['bio'], details: {}, erased: true },
    { erased: true },
  ])
  const { rows } = await world.query('select to_jsonb(audit_log)::text as row from audit_log')
  expect(JSON.stringify(rows)).not.toContain('loaves')
})
