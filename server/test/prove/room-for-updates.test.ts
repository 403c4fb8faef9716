import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

const MANY = 2000

// Every twentieth row of each page is updated, and a page has room for at least two in twenty.

const changes: [what: string, table: string, change: string][] = [
  ['a visit', 'accounts', 'last_active_at = now()'],
  ['a message', 'matches', 'last_seq = 1, last_message_at = now()'],
  ['a like', 'allowances', 'likes = 2'],
]

test.each(changes)('%s changes a row in its page, so that no index of %s changes', async (_what, table, change) => {
  const world = await startWorld({ eavesdrop: false })
  await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at)
    select n || '@x.example', n || '@x.example', md5(n::text), 'N', now() from generate_series(1, ${MANY}) n`)
  await world.query(`insert into matches (a_id, b_id, created_at)
    select id, lead, now() from (select id, lead(id) over (order by id) from accounts) pair where lead is not null`)
  await world.query('insert into allowances (account_id, resets_at, likes) select id, now(), 1 from accounts')
  const changed = await world.deps.db.transaction().execute(async (tx) => {
    await sql
      .raw(`update ${table} set ${change} where ctid = any(array(
      select ctid from (select ctid, row_number() over (order by ctid) from ${table}) placed
      where row_number % 20 = 0))`)
      .execute(tx)
    const { rows } = await sql<{ all: number; here: number }>`
      select n_tup_upd::int as all, n_tup_hot_upd::int as here from pg_stat_xact_user_tables
      where relname = ${table}`.execute(tx)
    return rows[0]!
  })
  expect(changed.all).toBeGreaterThan(MANY / 25)
  expect(changed.here / changed.all).toBeGreaterThan(0.9)
})
