import { expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from '../../src/infra/db/unavailable.ts'
import { Pool } from '../../src/infra/db/pool.ts'
import { appUrlOf, askDatabase, cloneDatabase, until } from '../world.ts'

async function poolOf(options: { max?: number; answerWithin?: number; warm?: number } = {}) {
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

/** As Kysely does. */
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
  const pool = await poolOf({ max: 1, answerWithin: 50 })
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
