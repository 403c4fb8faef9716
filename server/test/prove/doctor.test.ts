import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  backupFinding,
  certificate,
  runChecks,
  databaseChecks,
  versionFinding,
  replicationChecks,
} from '../../src/features/operations/checks/checks.ts'
import { diskFinding } from '../../src/features/operations/checks/machine.ts'
import { CERTIFICATE, trustLocal } from '../local-push.ts'
import { openLocalRedis } from '../local-redis.ts'
import { SECRET } from '../processes.ts'
import { askDatabase, startWorld, type World } from '../world.ts'

// Runs npm run doctor on installations with one broken part at a time.

const run = promisify(execFile)
trustLocal()

const DROP_SLOT = `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'forgotten'`

/** Runs the doctor as the server's role. Returns the exit code and each check's message after ✓, ! or ✗. */
async function examine(world: Pick<World, 'appUrl' | 'config'>, settings: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATABASE_URL: world.appUrl,
    DATA_DIR: world.config.DATA_DIR,
    ...settings,
  }
  const { code, output } = await run(process.execPath, ['server/src/doctor.ts'], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
  const lines = [...output.matchAll(/^([✓!✗]) (\S+) +(.*)$/gm)].map(([, mark, name, text]) => [name, `${mark} ${text}`])
  return { code, output, found: Object.fromEntries(lines) as Record<string, string> }
}

async function mailServer() {
  const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, stop }
}

async function webServer() {
  const tls = { cert: readFileSync(CERTIFICATE), key: readFileSync('server/test/certificates/localhost.key') }
  const server = createServer(tls, (_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

test('a sound installation passes every check, and each broken part says what to do', async () => {
  const world = await startWorld({ env: { TOKEN_SECRET: SECRET } })
  const [mail, redis, site] = [await mailServer(), await openLocalRedis(), await webServer()]
  const settings = {
    TOKEN_SECRET: SECRET,
    SMTP_URL: mail.url,
    REDIS_URL: redis.url,
    PUBLIC_URL: site,
    DATABASE_REPLICA_URL: world.appUrl,
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
  }
  const sound = await examine(world, settings)
  // The disk of the machine that runs this test may be full.
  expect(sound.found['database-version']).toMatch(/^! PostgreSQL 18\.4 is running, and 18\.6 has had security updates/)
  const wrong = Object.keys(sound.found).filter((name) => sound.found[name]!.startsWith('✗'))
  expect(wrong.filter((name) => name !== 'disk')).toEqual([])
  expect(Object.keys(sound.found)).toHaveLength(23)
  expect(sound.code).toBe(wrong.length)

  await Promise.all([mail.stop(), redis.stop()])
  await world.query(`insert into budgets (key, used, resets_at) values ('x', 1, now()), ('y', 1, now())`)
  await expect(world.query('create unique index concurrently twice on budgets (used)')).rejects.toThrow('twice')
  await world.query('drop index choices_latest')
  await world.query('revoke insert on messages from kindred_app')
  await world.query('grant update on audit_log to kindred_app')
  onTestFinished(async () => void (await askDatabase(inject('templateUrl'), DROP_SLOT)))
  await world.query(`select pg_create_physical_replication_slot('forgotten', true)`)
  await world.query(`insert into pgboss.job (name, data, start_after)
    values ('resume-pushes', '{}', now() - interval '20 minutes'), ('failed-jobs', '{}', now())`)
  await world.query(`insert into media_waiting (key, owner_id, bytes, size, since, due_at)
    select key, gen_random_uuid(), '', 1572864, now() - interval '20 minutes', now() from unnest('{ab,cd}'::text[]) key`)
  await world.query(`update migrations set name = '0000_other', applied_at = '2026-11-01T00:00:00.000Z'`)
  await world.query('create table heap (n int) with (autovacuum_enabled = false)')
  await world.query('insert into heap select generate_series(1, 20000)')
  await world.query('with gone as (delete from heap returning 1) select count(*), pg_stat_force_next_flush() from gone')
  const { code, found } = await examine(world, {
    ...settings,
    TOKEN_SECRET: randomBytes(32).toString('base64url'),
    NODE_EXTRA_CA_CERTS: '',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  })
  expect(found).toEqual({
    'database-version': expect.stringMatching(/^! PostgreSQL 18/),
    tables: expect.stringMatching(/^✗ .*1 migration.*create-roles/),
    rights: expect.stringMatching(/^✗ .*messages.*create-roles/),
    'audit-append-only': expect.stringMatching(/^✗ .*create-roles/),
    clock: expect.stringMatching(/^✓/),
    connections: expect.stringMatching(/^[✓!] \d+ of \d+ connections are in use/),
    encryption: expect.stringMatching(/^✓/),
    operator: expect.stringMatching(/^! The imprint lacks the operator’s .*Configuration, Operator/),
    'dead-rows': expect.stringMatching(/^✗ .*heap \(20,000 dead rows\).*vacuum \(analyze\) heap;/),
    indexes: expect.stringMatching(/^✗ .*reindex index concurrently public.twice;/),
    replication: '✓ There is no standby, and no write waits for one.',
    slots: expect.stringMatching(/^✗ Nobody reads the slot forgotten.*pg_drop_replication_slot/),
    replica: expect.stringMatching(/^✓/),
    queue: expect.stringMatching(/^✗ .*20 minutes: 1 × resume-pushes.*log/),
    backup: expect.stringMatching(/^✗ There’s no backup yet, and the tables are \d+ hours old.*npm run backup/),
    'media-waiting': expect.stringMatching(/^✗ 2 files wait for the bucket \(3.0 MB\), the oldest for 20 minutes.*log/),
    'failed-jobs': expect.stringMatching(/^✗ 1 job failed for good.*failed-jobs/),
    keys: expect.stringMatching(/^✗ TOKEN_SECRET doesn’t open/),
    disk: expect.any(String),
    mail: expect.stringMatching(/^✗ .*ECONNREFUSED.*SMTP_URL/),
    storage: expect.stringMatching(/^✗ .*S3_ENDPOINT/),
    redis: expect.stringMatching(/^✗ .*ECONNREFUSED.*REDIS_URL/),
    certificate: expect.stringMatching(/^✗ localhost.*certificate/),
  })
  expect(code).toBe(1)
})

test('that there is no standby is seen without a right, and the right is asked for once there is one', async () => {
  const world = await startWorld()
  const { client } = await world.administrator()
  const look = async () => {
    const [{ message } = { message: '' }] = await runChecks(replicationChecks(world.deps.db, undefined))
    return [message, (await client.getHealth()).data.health.standbys]
  }
  onTestFinished(async () => void (await askDatabase(inject('templateUrl'), DROP_SLOT)))
  await world.query(`select pg_create_physical_replication_slot('forgotten', true)`)
  expect(await look()).toEqual(['There is no standby, and no write waits for one.', []])
  // To the database, this connection looks like a standby's.
  const standby = new pg.Client(`${world.databaseUrl}?replication=true`)
  await standby.connect()
  expect(await look()).toEqual([expect.stringMatching(/^The server’s role can’t see the standbys\./), null])
  await standby.end()
})

test('the bundled database and an outdated one are warned about, and a current or unknown one isn’t', () => {
  const bundled = versionFinding({ major: 18, minor: 4 }, true)
  expect(bundled).toMatchObject({ passed: true, isWarning: true })
  expect(bundled.message).toMatch(/18\.6 has had security updates since .*OpenSSL 1\.1\.1.*DATABASE_URL/)
  expect(versionFinding({ major: 18, minor: 6 }, true)).toMatchObject({ isWarning: true })
  expect(versionFinding({ major: 15, minor: 18 }, false)).toMatchObject({
    isWarning: true,
    message: expect.stringMatching(/^PostgreSQL 15\.18 is running, and 15\.20 has .*Update it to the newest 15,/),
  })
  expect(versionFinding({ major: 15, minor: 20 }, false)).toEqual({ passed: true, message: 'PostgreSQL 15.20.' })
  expect(versionFinding({ major: 21, minor: 0 }, false)).toEqual({ passed: true, message: 'PostgreSQL 21.0.' })
})

test('without a database, or with a wrong setting, the doctor says so and fails', async () => {
  const world = await startWorld()
  const away = await examine({ ...world, appUrl: 'postgres://nobody@127.0.0.1:9/none' })
  expect(away).toMatchObject({ code: 1, found: { database: expect.stringMatching(/^✗ .*DATABASE_URL/), mail: /./ } })
  const wrong = await examine(world, { PORT: 'many' })
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('PORT must be a whole number') })
})

test('an old backup is found', () => {
  const hours = (count: number) => count * 3600
  expect(backupFinding({ kind: 'none', seconds: hours(25) })).toEqual({
    passed: true,
    message: 'There’s no backup yet. The tables are 25 hours old.',
  })
  expect(backupFinding({ kind: 'none', seconds: hours(27) }).passed).toBe(false)
  expect(backupFinding({ kind: 'once', seconds: hours(25) }).passed).toBe(true)
  expect(backupFinding({ kind: 'once', seconds: hours(27) })).toMatchObject({
    passed: false,
    message: expect.stringMatching(/^The last backup is 27 hours old.*--made-elsewhere/),
  })
})

test('a missing index, a wrong clock, a full disk, an old certificate and a check without end are found', async () => {
  const world = await startWorld()
  const look = async (now = Date.now) => {
    const findings = await runChecks(databaseChecks(world.deps.db, now, false))
    return Object.fromEntries(findings.map(({ name, message, passed }) => [name, `${passed} ${message}`]))
  }
  await world.query('drop index choices_latest')
  expect(await look(() => Date.now() - 600_000)).toMatchObject({
    indexes: expect.stringMatching(/^false .*choices_latest/),
    clock: expect.stringMatching(/^false .*behind the database’s. Turn on NTP/),
  })
  const site = new URL(await webServer())
  const expires = Date.parse('2126-10-28T02:37:10Z')
  expect(await certificate(site, expires - 20 * 86_400_000)).toMatchObject({ passed: true })
  expect(await certificate(site, expires - 3.5 * 86_400_000)).toMatchObject({
    passed: false,
    message: expect.stringMatching(/expires in 3 days. Renew/),
  })
  expect(diskFinding('/data', 50 * 1024 ** 3, 100 * 1024 ** 3).passed).toBe(true)
  expect(diskFinding('/data', 1024 ** 3, 5 * 1024 ** 3)).toMatchObject({ passed: false })
  expect(diskFinding('/data', 9 * 1024 ** 3, 100 * 1024 ** 3)).toMatchObject({ passed: false })
  const never: Promise<never> = new Promise(() => {})
  expect(await runChecks([{ name: 'stuck', look: () => never }], 10)).toMatchObject([{ name: 'stuck', passed: false }])
})
