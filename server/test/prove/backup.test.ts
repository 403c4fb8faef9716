import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { issueSecret } from '../../src/features/identity/secrets/secrets.ts'
import { days } from '../../src/infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import { metricsOf, valueOf } from '../metrics.ts'
import { tracesIn } from '../traces.ts'
import { refused, type } from '../typed-commands.ts'
import { askDatabase, cloneDatabase, startWorld, until, type World } from '../world.ts'

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
  const manifest = join(folder, 'one', 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replace('0001_schema', '0001_foundation'))
  expect(await refused(type(empty, 'restore', join(folder, 'one')))).toContain('This backup is of Kindred 0.x')
  writeFileSync(manifest, text)
  appendFileSync(join(folder, 'one', 'accounts.csv.gz'), 'x')
  expect(await refused(type(empty, 'restore', join(folder, 'one')))).toContain('checksum differs')
  expect(await count(empty)).toEqual({ n: 0 })
})

/** Properties that a restore may not change, and OIDs, which change for rebuilt indexes and constraints. */
async function shapeOf(databaseUrl: string) {
  const { rows: indexes } = await askDatabase(
    databaseUrl,
    `select pg_get_indexdef(indexrelid) as definition, indisvalid, inhparent::regclass::text as part_of, x.oid
     from pg_index join pg_class x on x.oid = indexrelid left join pg_inherits on inhrelid = x.oid
     where relnamespace = 'public'::regnamespace order by 1`,
  )
  const { rows: constraints } = await askDatabase(
    databaseUrl,
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition, convalidated,
       conparentid > 0 as is_of_part, oid
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  )
  const all: { oid: number }[] = [...indexes, ...constraints]
  return { same: all.map((each) => ({ ...each, oid: 0 })), oids: all.map(({ oid }) => oid) }
}

test('large tables are restored with the indexes and foreign keys that they had', async () => {
  const world = await startWorld()
  await world.query(`insert into accounts (id, email, email_key, first_name, last_name, created_at, date_of_birth)
    select uuid_v7(now()), 'n' || n || '@x.example', 'n' || n || '@x.example', 'Number', 'Many', now(), '1990-01-01'
    from generate_series(1, 1000) n`)
  await world.query(`insert into choices (chooser_id, chosen_id, action, at)
    select id, gen_random_uuid(), 'like', now() from accounts`)
  await world.query(`insert into likes_received (chosen_id, chooser_id, action, at)
    select chosen_id, chooser_id, action, at from choices`)
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await type(world, 'backup', join(folder, 'one'))
  const fresh = await cloneDatabase()
  onTestFinished(fresh.drop)
  const before = await shapeOf(fresh.url)
  await type({ databaseUrl: fresh.url, config: { DATA_DIR: folder } }, 'restore', join(folder, 'one'))
  const after = await shapeOf(fresh.url)
  expect(after.same).toEqual(before.same)
  // The restore rebuilt indexes and constraints of accounts, choices and likes.
  const made = after.oids.filter((oid) => !before.oids.includes(oid))
  expect(made.length).toBeGreaterThan(15)
  const liked = 'select count(*)::int as n from likes_received'
  expect((await askDatabase(fresh.url, liked)).rows).toEqual([{ n: 1000 }])
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

  // The remaining machine's ledger is newer than the backup, and its secret is the same.
  const fresh = await cloneDatabase('template0')
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

test('a restore that another tool made is finished by the same rules', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const ledger = join(world.config.DATA_DIR, 'known.log')
  appendFileSync(ledger, `2026-11-23T05:12:00Z ${ada.user._id}\n`)
  const output = await type(world, 'restore', '--made-elsewhere', ledger)
  expect(output).toContain('1 account was erased after the backup, and again now.')
  await expect(ben.client.getProfile()).rejects.toMatchObject({ status: 401 })
  const { rows } = await world.query(
    `select id, state from accounts where id in ('${ada.user._id}', '${ben.user._id}')`,
  )
  expect(new Map(rows.map(({ id, state }: { id: string; state: string }) => [id, state]))).toEqual(
    new Map([
      [ada.user._id, 'erased'],
      [ben.user._id, 'active'],
    ]),
  )
})

test('after a restore without a ledger the operator is warned, and waiting emails are sent', async () => {
  const world = await startWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, eavesdrop: false })
  const ada = await world.member()
  await world.query("update pgboss.job set start_after = now() + interval '6 seconds' where name = 'send-mail'")
  const folder = mkdtempSync(join(tmpdir(), 'kindred-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await type(world, 'backup', join(folder, 'one'))
  const fresh = await cloneDatabase('template0')
  onTestFinished(fresh.drop)
  const elsewhere = { databaseUrl: fresh.url, config: { DATA_DIR: mkdtempSync(join(folder, 'data-')) } }
  copyFileSync(join(world.config.DATA_DIR, 'token.secret'), join(elsewhere.config.DATA_DIR, 'token.secret'))
  const output = await type(elsewhere, 'restore', join(folder, 'one'))
  expect(output).toMatch(/[1-9]\d* waiting jobs?/)
  expect(output).toContain('erasures.log')
  const restored = await startWorld({
    databaseUrl: fresh.url,
    env: { DATA_DIR: elsewhere.config.DATA_DIR },
    eavesdrop: false,
  })
  expect(await restored.mailsTo(ada.email)).toHaveLength(1)
  const { email, password } = ada
  await expect(restored.client().login({ body: { email, password } })).resolves.toBeTruthy()
})
