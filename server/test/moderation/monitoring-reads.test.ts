import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { monitor } from '../../src/features/moderation/index.ts'
import { startWorld } from '../world.ts'

const choices = (count: number, at: string) => `
  insert into choices (chooser_id, chosen_id, action, at)
  select gen_random_uuid(), gen_random_uuid(), 'pass', ${at} from generate_series(1, ${count}) n`

test('each minute, the rules read the new choices, wherever in the table they are', async () => {
  const world = await startWorld()
  await world.deps.jobs.stop()
  await world.query(`set session_replication_role = replica; ${choices(40_000, "now() - n * interval '10 minutes'")}`)
  // New swipes fill the space of deleted passes, so they are spread over the table.
  await world.query('delete from choices where get_byte(uuid_send(chosen_id), 15) < 10')
  await world.query('vacuum choices')
  await world.query(
    `set session_replication_role = replica; ${choices(400, "now() - n * interval '100 milliseconds'")}`,
  )
  await world.query('analyze choices')

  const read = await world.deps.db.transaction().execute(async (db) => {
    await monitor({ ...world.deps, db })
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname = 'choices'`.execute(db)
    return rows[0]?.read
  })
  expect(read).toBeGreaterThanOrEqual(400)
  expect(read).toBeLessThan(10 * 400)
})
