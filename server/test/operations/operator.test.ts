import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erase-due.ts'
import { issueSecret } from '../../src/features/identity/secrets/issue-secret.ts'
import { cleanUp } from '../../src/workers.ts'
import { demoCommunity, demoMember } from '../../src/seed/demo.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { migrate } from '../../src/infra/db/migrate.ts'
import { metricsOf, valueOf } from '../metrics.ts'
import { addToOldQueue } from '../queues.ts'
import { tracesIn } from '../traces.ts'
import { askDatabase, cloneDatabase, startWorld, until, type World } from '../world.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'

// The operator's commands, run as separate programs against the running server's database.

const run = promisify(execFile)
const days = (count: number) => count * 86_400_000

const type = async (
  world: Pick<World, 'databaseUrl'> & { config: { DATA_DIR: string } },
  file: string,
  ...args: string[]
): Promise<string> => {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.config.DATA_DIR }
  return (await run(process.execPath, [`server/src/${file}.ts`, ...args], { env })).stdout
}
const refused = (command: Promise<string>) =>
  command.then(
    () => 'it succeeded',
    (error: { stderr: string }) => error.stderr,
  )

test('a new administrator must sign in again, and their sockets close within two seconds', async () => {
  const world = await startWorld()
  const { client, token, email, password, user } = await world.member()
  const { closed } = await world.listen(token)
  expect(await type(world, 'admin', 'make-administrator', email)).toContain('is now an administrator')
  await closed
  await expect(client.getProfile()).rejects.toMatchObject({ status: 401 })
  const { data } = await world.client().login({ body: { email, password } })
  await expect(world.client(data.token).getStatistics()).resolves.toBeTruthy()
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
    .values({ account_id: person.user._id, secret: Buffer.alloc(40), sealed_with: 'lost', confirmed_at: new Date() })
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
  await demoCommunity(world.deps, password)
  // A case of each kind.
  const { rows } = await world.query(`
    select kind || ' ' || state as what from decisions union all select 'warning ' || state from fraud_warnings
    union all select 'warned ' || count(*) from fraud_notices union all select 'hold' from legal_holds
    union all select 'same ' || why from same_pictures union all select 'approval ' || kind from approvals
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
  expect(await type(world, 'admin', 'remove-demo')).toContain('Removed 31 demo people')
  expect(await appeals()).toEqual([])
  expect((await world.query('select from legal_holds')).rowCount).toBe(0)
  expect((await world.query('select from choices union all select from likes_received')).rowCount).toBe(0)
  await expect(world.client().login({ body: demoMember })).rejects.toMatchObject({ status: 401 })
})

test('a new secret signs nobody out, and refresh tokens of the old one still work', async () => {
  const world = await startWorld()
  const { client, refreshToken } = await world.member()
  expect(await type(world, 'admin', 'rotate-secret')).toContain('everyone stays signed in')
  world.turnClock(1500)
  await expect(client.getProfile()).resolves.toBeTruthy()
  await expect(world.client().refreshToken({ body: { refreshToken } })).resolves.toBeTruthy()
})

test('a backup is complete or refused, and restores unchanged', async () => {
  const world = await startWorld()
  const { email, password } = await world.member()
  await world.administrator()
  await type(world, 'admin', 'end-sessions', email)
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ageOf = async (kind: string) => valueOf(await metricsOf(world), `backup_age_seconds{kind="${kind}"}`)
  expect(await ageOf('none')).toBeGreaterThan(0)
  expect(await type(world, 'backup', '--made-elsewhere')).toContain('Noted')
  expect(await until(() => ageOf('once'))).toBeLessThan(60)
  const noted = async () => (await world.query(`select value from facts where key = 'backup-once'`)).rows[0]
  const earlier = await noted()
  expect(await type(world, 'backup', join(folder, 'one'))).toMatch(/\d+ tables/)
  expect(await noted()).not.toEqual(earlier)
  expect(await refused(type(world, 'backup', join(folder, 'one')))).toContain('isn’t empty')
  expect(await refused(type(world, 'restore', join(folder, 'one')))).toContain('This database already has accounts')

  const elsewhere = await startWorld({ env: { TOKEN_SECRET: 'another secret of thirty-two letters' } })
  await elsewhere.query(`insert into facts values ('backup-once', '"2026-01-01T00:00:00Z"')`)
  await type(elsewhere, 'restore', join(folder, 'one'))
  const count = async (each: World) =>
    (await each.query('select count(*)::int as n from accounts')).rows[0] as { n: number }
  expect(await count(elsewhere)).toEqual(await count(world))
  await expect(elsewhere.client().login({ body: { email, password } })).resolves.toMatchObject({
    data: { user: { email } },
  })
  expect(await type(elsewhere, 'admin', 'verify-audit')).toContain('Checked 1 row')

  const empty = await startWorld()
  appendFileSync(join(folder, 'one', 'accounts.csv.gz'), 'x')
  expect(await refused(type(empty, 'restore', join(folder, 'one')))).toContain('checksum differs')
  expect(await count(empty)).toEqual({ n: 0 })
})

test('erasures, ended sessions and used links stay ended after a restore', async () => {
  const world = await startWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, eavesdrop: false })
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const cleo = await world.member({ firstName: 'Cleo' })
  await ada.client.saveSearch({ body: { name: 'snorkelwood', query: {} } })
  await ben.client.deleteAccount({ body: { password: ben.password } })
  const reset = await unitOfWork(world.deps, SYSTEM, (work) =>
    issueSecret(work, { purpose: 'reset-password', accountId: cleo.user._id, validFor: days(1) }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await type(world, 'backup', join(folder, 'one'))
  await ada.client.deleteAccount({ body: { password: ada.password } })
  world.turnClock(days(31))
  await eraseDue(world.deps)
  const ledger = join(world.config.DATA_DIR, 'erasures.log')
  expect(readFileSync(ledger, 'utf8')).toMatch(new RegExp(`^\\S+Z ${ada.user._id}$`, 'm'))

  // On the remaining machine, whose ledger knows more than the backup and whose secret is the same.
  const fresh = await cloneDatabase()
  onTestFinished(fresh.drop)
  const elsewhere = { databaseUrl: fresh.url, config: { DATA_DIR: mkdtempSync(join(folder, 'data-')) } }
  for (const file of ['erasures.log', 'token.secret'])
    copyFileSync(join(world.config.DATA_DIR, file), join(elsewhere.config.DATA_DIR, file))
  const output = await type(elsewhere, 'restore', join(folder, 'one'))
  expect(output).toContain('2 accounts were erased after the backup, and again now.')
  const restored = await startWorld({
    databaseUrl: fresh.url,
    env: { DATA_DIR: elsewhere.config.DATA_DIR },
    eavesdrop: false,
  })
  expect(await tracesIn(restored, [ada.email, 'snorkelwood'])).toEqual([])
  const { client } = restored
  await expect(client(cleo.token).getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(client().refreshToken({ body: { refreshToken: cleo.refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(
    client().resetPassword({ body: { token: reset.token, password: 'cedar window thirteen' } }),
  ).rejects.toMatchObject({ code: 'invalid_secret' })
  await expect(client().login({ body: { email: cleo.email, password: cleo.password } })).resolves.toBeTruthy()
})

test('after a restore without a ledger the operator is warned, and waiting emails are sent', async () => {
  const world = await startWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, eavesdrop: false })
  const ada = await world.member()
  await world.query("update pgboss.job set start_after = now() + interval '6 seconds' where name = 'send-mail'")
  await addToOldQueue(world.databaseUrl, 'tell-account', { accountId: ada.user._id })
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await type(world, 'backup', join(folder, 'one'))
  const fresh = await cloneDatabase()
  onTestFinished(fresh.drop)
  const elsewhere = { databaseUrl: fresh.url, config: { DATA_DIR: mkdtempSync(join(folder, 'data-')) } }
  copyFileSync(join(world.config.DATA_DIR, 'token.secret'), join(elsewhere.config.DATA_DIR, 'token.secret'))
  const output = await type(elsewhere, 'restore', join(folder, 'one'))
  expect(output).toMatch(/[1-9]\d* waiting jobs/)
  expect(output).toContain('erasures.log')
  const moved = "select data from pgboss.job where name = 'send-postponed-digest'"
  expect((await askDatabase(fresh.url, moved)).rows).toEqual([{ data: { accountId: ada.user._id } }])
  const restored = await startWorld({
    databaseUrl: fresh.url,
    env: { DATA_DIR: elsewhere.config.DATA_DIR },
    eavesdrop: false,
  })
  expect(await restored.mailsTo(ada.email)).toHaveLength(1)
  const { email, password } = ada
  await expect(restored.client().login({ body: { email, password } })).resolves.toBeTruthy()
})

test('a backup of an older version restores as that version and is then migrated', async () => {
  const before = '0019_second_thoughts'
  const [old, fresh] = [await cloneDatabase('template0'), await cloneDatabase('template0')]
  const db = openDb(openPool(old.url, 1))
  onTestFinished(async () => {
    await old.drop()
    await fresh.drop()
  })
  await migrate(db, before)
  await sql`insert into accounts (id, email, email_key, first_name, last_name, created_at, date_of_birth)
    select ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'o' || n || '@x.example', 'o' || n || '@x.example', 'Old', 'Hand', now(), '1990-01-01'
    from generate_series(1, 3) n`.execute(db)
  await sql`insert into profiles (account_id, gender, updated_at) values ('00000000-0000-7000-8000-000000000001', 'Woman', now())`.execute(
    db,
  )
  await db.destroy()
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = ({ url }: { url: string }) => ({ databaseUrl: url, config: { DATA_DIR: folder } })
  await type(at(old), 'backup', join(folder, 'old'))
  await type(at(fresh), 'restore', join(folder, 'old'))
  const world = await startWorld({ databaseUrl: fresh.url })
  const { data } = await (await world.administrator()).client.getStatistics()
  expect(data.total).toBe(4)
  expect(data.gender).toContainEqual({ gender: 'woman', count: 1 })
  const used = await startWorld()
  expect(await refused(type(used, 'restore', join(folder, 'old')))).toContain('made by an older version')
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
