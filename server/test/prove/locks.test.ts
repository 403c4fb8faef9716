import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MANY_CONNECTIONS, startWorld, until, type World } from '../world.ts'

async function ask(world: World, token: string, path: string) {
  const answer = await world.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Locks a table even against reads. */
async function lockTable(world: World, table: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return () => client.query('rollback')
}

test('a locked table delays only what needs it, which is refused', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const { token, client } = await world.dater()
  const unlock = await lockTable(world, 'saved_searches')
  const locked = Promise.all(Array.from({ length: 12 }, () => ask(world, token, '/searches')))
  for (const path of ['/status', '/auth/profile', '/notifications', '/discovery/preferences']) {
    const { status } = await ask(world, token, path)
    expect([path, status]).toEqual([path, 200])
  }
  expect((await world.request('/readyz')).status).toBe(200)
  for (const { status, retryAfter } of await locked) expect([status, Number(retryAfter) > 0]).toEqual([503, true])
  await unlock()
  expect((await client.listSearches()).data.searches).toEqual([])
})

test('the server stays ready while all of its requests wait for a lock', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const { token } = await world.dater()
  const unlock = await lockTable(world, 'saved_searches')
  let isLocked = true
  const askWhileLocked = async () => {
    const statuses: number[] = []
    while (isLocked) statuses.push((await ask(world, token, '/searches')).status)
    return statuses
  }
  const locked = Promise.all(Array.from({ length: 40 }, askWhileLocked))
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await world.query(waiting)).rowCount! >= 16)
  expect((await world.request('/readyz')).status).toBe(200)
  isLocked = false
  await unlock()
  expect((await locked).flat().filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('every connection has its limits, and background work has its own', async () => {
  const world = await startWorld({ connections: MANY_CONNECTIONS })
  const limits = (db: World['deps']['db']) =>
    sql<{ name: string; setting: string }>`select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`
      .execute(db)
      .then(({ rows }) => rows.map(({ setting }) => Number(setting)))
  for (const db of [world.deps.db, world.deps.indexScanDb]) expect(await limits(db)).toEqual([10_000, 3000, 30_000])
  expect(await limits(world.deps.replica)).toEqual([0, 30_000, 600_000])
})
