import { expect, onTestFinished, test, vi } from 'vitest'
import { isUnavailable } from '../../src/infra/db/unavailable.ts'
import { Pool } from '../../src/infra/db/pool.ts'
import { appUrlOf, askDatabase, cloneDatabase, until } from '../world.ts'

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

/** Lets requests wait for as long as the pool is patient, which real time doesn't. */
function patience() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => vi.advanceTimersByTime(20)
}

test('a short burst waits for the connections that are open', async () => {
  patience()
  const pool = await poolOf({ max: 5, warm: 2 })
  await pool.warmUp()
  await Promise.all(Array.from({ length: 50 }, () => ask(pool, 'select 1')))
  expect(pool.totalCount).toBe(2)
})

test('those who wait for long get further connections, one at a time, as many as there may be', async () => {
  const pass = patience()
  const pool = await poolOf({ max: 4, warm: 1 })
  await pool.warmUp()
  const connecting = Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  for (const count of [1, 2, 3]) {
    await until(() => pool.waitingCount === 4 - count)
    await until(() => (pass(), pass(), pool.totalCount > count))
    expect(pool.totalCount).toBe(count + 1)
  }
  const held = await connecting
  const fifth = ask(pool, 'select 5 as five')
  await until(() => pool.waitingCount === 1)
  pass()
  held.pop()!.release()
  expect(await fifth).toEqual([{ five: 5 }])
  for (const client of held) client.release()
  expect(pool.totalCount).toBe(4)
})

test('once they are closed, a burst waits again', async () => {
  const pass = patience()
  const pool = await poolOf({ max: 3, warm: 1 })
  await pool.warmUp()
  const connecting = Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const waiting of [2, 1]) {
    await until(() => pool.waitingCount === waiting)
    await until(() => (pass(), pool.waitingCount < waiting))
  }
  for (const client of await connecting) client.release(true)
  await until(() => pool.totalCount === 1 && pool.idleCount === 1)
  await Promise.all(Array.from({ length: 10 }, () => ask(pool, 'select 1')))
  expect(pool.totalCount).toBe(1)
})
