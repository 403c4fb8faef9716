import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { startWorld } from '../world.ts'

test('a database failure is logged once with its remedy and counted in the metrics', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const failures = await world.deps.db.transaction().execute(async (tx) => {
    await sql`lock table notifications in access exclusive mode`.execute(tx)
    return Promise.allSettled([ada.client.listNotifications(), ada.client.listNotifications()])
  })
  expect(failures.map((each) => each.status === 'rejected' && (each.reason as { status: number }).status)).toEqual([
    503, 503,
  ])
  const lines = world
    .logged()
    .split('\n')
    .filter((line) => line.includes('the database failed a request'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toMatchObject([
    { level: 40, sqlstate: '55P03', msg: expect.stringContaining('Look for long transactions in pg_stat_activity.') },
  ])
  const metrics = await (await world.request('/metrics')).text()
  expect(metrics).toContain('database_failures_total{code="55P03"} 2')
})
