import { expect, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { createDemoCommunity, demoMember } from '../../src/seed/demo.ts'
import { cleanUp } from '../../src/workers.ts'
import { present } from '../../../scripts/present.ts'
import { refused, type } from '../typed-commands.ts'
import { startWorld } from '../world.ts'

test('a new administrator must sign in again, and their sockets close within two seconds', async () => {
  const world = await startWorld()
  const member = await world.member()
  const { client, token, email, user } = member
  const { closed } = await world.listen(token)
  expect(await type(world, 'admin', 'make-administrator', email)).toContain('is now an administrator')
  await closed
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  const again = await world.signedInAgain(member)
  await expect(again.client.getStatistics()).resolves.toBeTruthy()
  const audit = await world.deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', user._id).execute()
  expect(audit).toMatchObject([{ action: 'administrator.made', actor_kind: 'operator' }])
  const ines = await world.administrator()
  expect(await type(world, 'admin', 'remove-administrator', ines.email)).toContain('no longer an administrator')
  await expect(ines.client.getStatistics()).rejects.toMatchObject({ status: 401 })
  expect(await refused(type(world, 'admin', 'remove-administrator', email))).toContain('last administrator')
})

test('an operator can restore access after a lost password, second factor, address or a ban', async () => {
  const world = await startWorld()
  const person = await world.newcomer()
  await world.setState(person, 'banned')
  await world.deps.db
    .insertInto('second_factors')
    .values({ account_id: person.user._id, secret: Buffer.alloc(40), sealed_with: 'lost', confirmed_at: present() })
    .execute()
  await type(world, 'admin', 'lift-ban', person.email)
  await type(world, 'admin', 'verify-address', person.email)
  expect(await type(world, 'admin', 'reset-second-factor', person.email)).toContain(
    'can now sign in with just a password',
  )
  const password = /New password for \S+: (\S+)/.exec(await type(world, 'admin', 'set-password', person.email))![1]!
  const { data } = await world.client().login({ body: { email: person.email, password } })
  expect(data).toMatchObject({ requiresVerification: false, user: { state: 'active' } })
  expect(await refused(type(world, 'admin', 'lift-ban', 'nobody@people.example'))).toContain('No account uses')
})

test('an operator can sign someone out everywhere, and remove the demo community', async () => {
  const world = await startWorld({ env: { DEMO: '30' } })
  const { client, email, password } = await world.member()
  const ines = await world.administrator()
  await createDemoCommunity(world.deps, password)
  const { rows } = await world.query(`
    select kind || ' ' || state as what from decisions union all select 'warning ' || state from fraud_warnings
    union all select 'warned ' || count(*) from fraud_notices union all select 'hold' from legal_holds
    union all select 'same ' || why from duplicate_photos union all select 'approval ' || kind from approvals
    union all select 'open ' || r.detail from reports r join evidence e on e.report_id = r.id
      join evidence_contents c on c.evidence_id = e.id
      where r.status = 'pending' and c.content::jsonb #> '{pictures,0,sha256}' <> 'null'
    union all select kind || ' after a report of ' || r.detail from decisions d join reports r on r.id = d.report_id
    union all select 'mails ' || count(mail_id) from fraud_notices union all select distinct 'found by ' ||
      (r.detection -> 0 ->> 'rule') from reports r join evidence e on e.report_id = r.id where r.detection is not null
    order by 1`)
  const expected = ['approval decision', 'ban in_force', 'ban waiting', 'hide lifted', 'hold', 'limit expired']
  expected.push('same banned_account', 'same several_accounts', 'warn in_force', 'warned 2', 'mails 2', 'warning sent')
  expected.push('warning planned', 'warning held', 'ban after a report of scam', 'hide after a report of hate')
  expected.push('suspend after a report of fake_profile', 'suspend overturned', 'open underage', 'open intimate_image')
  expected.push('found by likes_everyone', 'found by same_text')
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(expected))
  const { approvals } = (await ines.client.listApprovals({ query: { open: 'true' } })).data
  expect(approvals).toMatchObject([{ kind: 'decision', requestedBy: { name: 'Mara Lind' }, canDecide: true }])
  const appeals = async () => (await ines.client.listAppeals()).data.appeals.map(({ by, state }) => `${by}: ${state}`)
  const made = 'member: open, member: overturned, member: upheld, reporter: open'
  expect((await appeals()).toSorted().join(', ')).toBe(made)
  expect(await type(world, 'admin', 'end-sessions', email)).toContain('is signed out everywhere')
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  await world.query(`insert into choices (chooser_id, chosen_id, action, at)
    select a.id, d.id, case when d.first_name < 'M' then 'like' else 'pass' end, now() from accounts a, accounts d
    where a.email = '${email}' and d.is_demo on conflict do nothing`)
  const photos = await world.query('select from pictures p join accounts a on a.id = p.account_id where a.is_demo')
  expect(await type(world, 'admin', 'remove-demo')).toContain('Removed 31 demo people')
  expect((await world.query('select from dropped_files')).rowCount).toBe(photos.rowCount)
  expect(await appeals()).toEqual([])
  expect((await world.query('select from legal_holds')).rowCount).toBe(0)
  expect(
    (await world.query('select chooser_id from choices union all select chooser_id from likes_received')).rowCount,
  ).toBe(0)
  await expect(world.client().login({ body: demoMember })).rejects.toMatchObject({ status: 401 })
})

test('a new secret doesn’t sign anyone out, and refresh tokens of the old one still work', async () => {
  const world = await startWorld()
  const { client, refreshToken } = await world.member()
  expect(await type(world, 'admin', 'rotate-secret')).toContain('everyone stays signed in')
  world.turnClock(1500)
  await expect(client.getProfile()).resolves.toBeTruthy()
  await expect(world.client().refreshToken({ body: { refreshToken } })).resolves.toBeTruthy()
})

test('expired data is deleted, and nothing else', async () => {
  const world = await startWorld()
  const { email, password, client, refreshToken } = await world.member()
  await world.mailsTo(email)
  await world.client().forgotPassword({ body: { email } })
  await world.mailsTo(email, 2)
  const counts = async () =>
    Promise.all(
      (['sessions', 'secrets', 'sign_ins', 'mails'] as const).map(
        async (table) => (await world.deps.db.selectFrom(table).select('id').execute()).length,
      ),
    )
  await cleanUp(world.deps)
  expect(await counts()).toEqual([1, 2, 1, 2])
  world.turnClock(days(9))
  await client.logout({ body: { refreshToken } })
  world.turnClock(days(2))
  await cleanUp(world.deps)
  expect(await counts()).toEqual([0, 0, 1, 2])
  world.turnClock(days(80))
  await cleanUp(world.deps)
  expect(await counts()).toEqual([0, 0, 0, 0])
  await expect(world.client().login({ body: { email, password } })).resolves.toBeTruthy()
})

test('a closed report is kept for a year, an open one as long as it takes', async () => {
  const world = await startWorld()
  const [{ client }, ines] = [await world.member(), await world.administrator()]
  const body = { problem_type: 'Harassment', description: 'Sends the same words to everybody.' } as const
  const [open, closed] = [
    (await client.createReport({ body })).data.report,
    (await client.createReport({ body })).data.report,
  ]
  await ines.client.setReportStatus({ params: { id: closed._id }, body: { status: 'closed' } })
  const remaining = async () =>
    (await world.deps.db.selectFrom('reports').select('id').execute()).map(({ id }) => id).sort()
  world.turnClock(days(364))
  await cleanUp(world.deps)
  expect(await remaining()).toEqual([open._id, closed._id].sort())
  world.turnClock(days(2))
  await cleanUp(world.deps)
  expect(await remaining()).toEqual([open._id])
})
