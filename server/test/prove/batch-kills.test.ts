import type { Batch } from '@kindred/contract'
import { expect, onTestFinished, test } from 'vitest'
import { crowd } from '../crowd.ts'
import { dataFolder } from '../data-folder.ts'
import { SECRET, serverProcess } from '../processes.ts'
import { supervise } from '../queues.ts'
import { askUntilAnswered } from '../reader.ts'
import { askDatabase, cloneDatabase, startWorld, until } from '../world.ts'

test('another server finishes the bulk action of one that was killed, and handles each user once', async () => {
  const { url: databaseUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const settings = { databaseUrl, env: { TOKEN_SECRET: SECRET }, eavesdrop: false }
  const before = await startWorld(settings)
  const { token } = await before.administrator()
  await crowd(before, 20)
  // Each decision takes a while.
  await before.query(`create function wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return new; end $$`)
  await before.query(`create trigger wait before update of state on accounts for each row
    when (new.last_name like 'Number %') execute function wait()`)
  // From here, only the server that will be killed takes jobs.
  await before.stop()
  const server = await serverProcess({ databaseUrl, config: { DATA_DIR: dataFolder() } })
  const body = { filters: { search: 'many.example' }, about: 'users', action: 'deactivate' }
  const { data } = await askUntilAnswered<{ data: { batch: Batch } }>(
    { base: server.base, token },
    '/admin/batches',
    body,
  )
  const doneBy = `select count(*)::int as done from batch_items where outcome is not null`
  await until(async () => (await askDatabase(databaseUrl, doneBy)).rows[0].done > 2)
  await server.kill()
  const world = await startWorld(settings)
  const client = world.client(token)
  const { done } = (await client.getBatch({ params: { id: data.batch._id } })).data.batch
  expect(done).toBeLessThan(20)
  // The killed server's heartbeat is missed, which else takes most of a minute.
  await world.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'batch'`)
  await world.query(`update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = 'batch'`)
  await supervise(databaseUrl, 'batch')
  const params = { id: data.batch._id }
  await until(async () => (await client.getBatch({ params })).data.batch.finishedAt !== null, 60_000)
  expect((await client.getBatch({ params })).data.batch).toMatchObject({ total: 20, done: 20, refused: [] })
  const twice = `select from audit_log where action = 'account.deactivated' group by subject_id having count(*) > 1`
  expect((await world.query(twice)).rowCount).toBe(0)
})
