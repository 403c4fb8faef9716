import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../../scripts/scratch.ts'
import { isUnavailable } from '../../src/infra/db/unavailable.ts'
import { Pool } from '../../src/infra/db/pool.ts'
import { isPoolerInstalled, openPooler } from '../pooler.ts'
import { SECRET } from '../processes.ts'
import { proof, proving } from '../proofs.ts'
import { runsWhere } from '../where.ts'
import { appUrlOf, askDatabase, cloneDatabase, startWorld, until, type World } from '../world.ts'

async function poolOf(options: Partial<ConstructorParameters<typeof Pool>[0]> = {}) {
  const database = await cloneDatabase()
  const pool = new Pool({
    connectionString: appUrlOf(database.url),
    max: 2,
    options: '',
    answerWithin: 35_000,
    warm: 0,
    ...options,
  })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return Object.assign(pool, { databaseUrl: database.url })
}

/** Runs a statement like Kysely. */
async function ask(pool: Pool, text: string): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    return (await client.query(text, [])).rows
  } finally {
    client.release()
  }
}

async function running(pool: { databaseUrl: string }): Promise<string[]> {
  const { rows } = await askDatabase(
    pool.databaseUrl,
    `select query from pg_stat_activity
     where datname = current_database() and application_name = 'kindred' and state = 'active'`,
  )
  return rows.map(({ query }: { query: string }) => query)
}

const failure = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a statement that gets no answer in time is ended, and the next one has another connection', async () => {
  const pool = await poolOf({ max: 1, answerWithin: 3000 })
  const [first] = await ask(pool, 'select pg_backend_pid() as pid')
  const slow = failure(ask(pool, 'select pg_sleep(60)'))
  await until(() => {
    pool.dropOverdue()
    return pool.totalCount === 0
  })
  expect(isUnavailable(await slow)).toBe(true)
  expect(await ask(pool, 'select pg_backend_pid() as pid')).not.toEqual([first])
})

test('a connection that accepts no writes is not used again', async () => {
  const pool = await poolOf({ max: 1 })
  const [first] = await ask(pool, 'select pg_backend_pid() as pid')
  await ask(pool, 'set default_transaction_read_only = on')
  const error = await failure(ask(pool, `insert into facts (key, value) values ('x', '1')`))
  expect(error).toMatchObject({ code: '25006' })
  expect(isUnavailable(error)).toBe(true)
  expect(await ask(pool, 'select pg_backend_pid() as pid')).not.toEqual([first])
})

test('a worker of Citus that is gone is said to be unavailable, and costs no connection', async () => {
  const pool = await poolOf({ max: 1 })
  const [first] = await ask(pool, 'select pg_backend_pid() as pid')
  const raised = (code: string, message: string) =>
    failure(ask(pool, `do $$ begin raise '${message}' using errcode = '${code}'; end $$`))
  for (const [code, message] of [
    ['08006', 'connection to the remote node kindred@10.0.0.2:5432 failed'],
    ['57P01', 'terminating connection due to administrator command'],
    ['XX000', 'could not commit transaction for shard 102008 on at least one active node'],
    ['XX000', 'server closed the connection unexpectedly'],
  ] as const)
    expect([message, isUnavailable(await raised(code, message))]).toEqual([message, true])
  expect(isUnavailable(await raised('XX000', 'cache lookup failed'))).toBe(false)
  expect(await ask(pool, 'select pg_backend_pid() as pid')).toEqual([first])
})

test('while the database does not answer, statements under way are ended and new ones refused at once', async () => {
  const pool = await poolOf()
  const slow = failure(ask(pool, 'select pg_sleep(60)'))
  await until(async () => (await running(pool)).includes('select pg_sleep(60)'))
  pool.suspend()
  expect(isUnavailable(await slow)).toBe(true)
  expect(isUnavailable(await failure(ask(pool, 'select 1')))).toBe(true)
  pool.resume()
  expect(await ask(pool, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a connection that is still being opened when the database stops answering is not used', async () => {
  const pool = await poolOf()
  const slow = failure(ask(pool, 'select pg_sleep(60)'))
  pool.suspend()
  expect(isUnavailable(await slow)).toBe(true)
  expect(await running(pool)).toEqual([])
})

test('the connections that stay open are opened at once, and replaced when they break', async () => {
  const pool = await poolOf({ max: 5, warm: 3 })
  await pool.warmUp()
  expect([pool.totalCount, pool.idleCount]).toEqual([3, 3])
  const pids = async () => {
    const { rows } = await askDatabase(
      pool.databaseUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'kindred'`,
    )
    return new Set(rows.map(({ pid }: { pid: number }) => pid))
  }
  const before = await pids()
  await askDatabase(pool.databaseUrl, `select pg_terminate_backend(${[...before][0]})`)
  await until(async () => {
    const now = await pids()
    return now.size === 3 && pool.idleCount === 3 && [...now].filter((pid) => before.has(pid)).length === 2
  })
})

test('a short burst waits for the connections that are open', async () => {
  const pool = await poolOf({ max: 5, warm: 2, patience: 20_000 })
  await pool.warmUp()
  await Promise.all(Array.from({ length: 50 }, () => ask(pool, 'select 1')))
  expect(pool.totalCount).toBe(2)
})

test('those who wait for long get further connections, one at a time, as many as there may be', async () => {
  const pool = await poolOf({ max: 4, warm: 1, patience: 100 })
  await pool.warmUp()
  const began = performance.now()
  const opened: number[] = []
  pool.on('connect', () => opened.push(performance.now() - began))
  const held = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  expect(opened).toHaveLength(3)
  expect(opened[0]).toBeGreaterThan(90)
  expect(opened[2]).toBeGreaterThan(290)
  const fifth = ask(pool, 'select 5 as five')
  await until(() => pool.waitingCount === 1)
  held.pop()!.release()
  expect(await fifth).toEqual([{ five: 5 }])
  for (const client of held) client.release()
  expect(pool.totalCount).toBe(4)
})

test('once they are closed, a burst waits again', async () => {
  // Longer than a busy machine takes for ten statements.
  const pool = await poolOf({ max: 3, warm: 1, patience: 1000 })
  await pool.warmUp()
  const held = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of held) client.release(true)
  await until(() => pool.totalCount === 1 && pool.idleCount === 1)
  await Promise.all(Array.from({ length: 10 }, () => ask(pool, 'select 1')))
  expect(pool.totalCount).toBe(1)
})

// To run all tests through PgBouncer: POOLED=yes npm run vitest -- --project server

const env = { TOKEN_SECRET: SECRET }
const where = runsWhere(isPoolerInstalled, 'PgBouncer')
const whereProved = runsWhere(isPoolerInstalled && proving, 'PgBouncer, and the time of a proof')

async function pooler() {
  const folder = mkdtempSync(join(scratchFolder(), 'kindred-test-pooler-'))
  chmodSync(folder, 0o755)
  const { url, stop } = await openPooler(inject('appUrl'), folder)
  onTestFinished(() => {
    stop()
    rmSync(folder, { recursive: true })
  })
  return url
}

const settings = async (db: World['deps']['db']) => {
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('jit', 'enable_sort', 'plan_cache_mode', 'statement_timeout', 'lock_timeout') order by name`.execute(
    db,
  )
  return rows.map(({ setting }) => setting)
}

test.for(where)('behind a pooler, each statement has the settings of its pool, and leaves none', async () => {
  const world = await startWorld({ pooled: await pooler() })
  const { db, indexScanDb, replica } = world.deps
  const [ordinary, scans] = [
    ['on', 'off', '3000', 'auto', '30000'],
    ['off', 'off', '3000', 'force_generic_plan', '30000'],
  ]
  for (let n = 0; n < 3; n++) {
    expect([await settings(db), await settings(indexScanDb)]).toEqual([ordinary, scans])
    expect(await db.transaction().execute((tx) => settings(tx as World['deps']['db']))).toEqual(ordinary)
  }
  expect((await settings(replica)).at(-1)).toBe('600000')
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('zero')
  expect(await settings(db)).toEqual(ordinary)
})

test.for(where)('behind a pooler, two servers sign in, deal decks, like and hear each other', async () => {
  const pooled = await pooler()
  const one = await startWorld({ pooled, env: { TOKEN_SECRET: 'a secret that both of the servers have' } })
  const env = { TOKEN_SECRET: 'a secret that both of the servers have' }
  const other = await startWorld({ pooled, databaseUrl: one.databaseUrl, env, eavesdrop: false })
  const [ada, ben] = [await one.dater(), await one.dater()]
  const { received } = await other.listen(ben.token)
  const id = await one.matched(ada, ben)
  await ada.client.sendMessage({ params: { id }, body: { clientId: 'number-one', text: 'Hello' } })
  await until(() => received.some(({ type }) => type === 'message.sent'))
  const decks = await Promise.all(Array.from({ length: 30 }, () => other.client(ada.token).discover({ query: {} })))
  expect(decks.every(({ data }) => Array.isArray(data.people))).toBe(true)
})

/** The 95th percentile of the durations of decks, in milliseconds, from both servers in turn. */
async function timesOf(worlds: [World, World], token: string, count: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < count; n++)
    for (const at of [0, 1] as const) {
      const began = performance.now()
      await worlds[at].client(token).discover({ query: {} })
      times[at].push(performance.now() - began)
    }
  const p95 = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0
  return [p95(times[0]), p95(times[1])]
}

test.for(whereProved)('a pooler makes a deck at most half as slow again', async () => {
  const direct = await startWorld({ env, eavesdrop: false })
  const { databaseUrl } = direct
  const pooled = await startWorld({ env, databaseUrl, pooled: await pooler(), eavesdrop: false })
  const [viewer] = [await direct.dater()]
  for (let n = 0; n < 25; n++) await direct.dater()
  await timesOf([direct, pooled], viewer.token, 20)
  const [plain, through] = await timesOf([direct, pooled], viewer.token, 400)
  proof(`deck, 95th percentile: ${plain.toFixed(1)} ms direct, ${through.toFixed(1)} ms through PgBouncer`)
  expect(through).toBeLessThan(plain * 1.5)
})
