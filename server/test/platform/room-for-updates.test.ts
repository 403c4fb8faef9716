import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startWorld } from '../world.ts'

const MANY = 2000

// Each statement updates one row in twenty, spread over all pages, which have room for at least two in twenty.

const changes: [what: string, table: string, statement: string][] = [
  ['a visit', 'accounts', `update accounts set last_active_at = now() where get_byte(uuid_send(id), 15) < 13`],
  [
    'a message',
    'matches',
    'update matches set last_seq = 1, last_message_at = now() where get_byte(uuid_send(id), 15) < 13',
  ],
  ['a like', 'allowances', 'update allowances set likes = 2 where get_byte(uuid_send(account_id), 15) < 13'],
]

test.each(changes)('%s changes a row in its page, so that no index of %s changes', async (_what, table, statement) => {
  const world = await startWorld({ eavesdrop: false })
  await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at)
    select n || '@x.example', n || '@x.example', md5(n::text), 'N', now() from generate_series(1, ${MANY}) n`)
  await world.query(`insert into matches (a_id, b_id, created_at)
    select id, lead, now() from (select id, lead(id) over (order by id) from accounts) pair where lead is not null`)
  await world.query('insert into allowances (account_id, resets_at, likes) select id, now(), 1 from accounts')
  const changed = await world.deps.db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx)
    const { rows } = await sql<{ all: number; here: number }>`
      select n_tup_upd::int as all, n_tup_hot_upd::int as here from pg_stat_xact_user_tables
      where relname = ${table}`.execute(tx)
    return rows[0]!
  })
  expect(changed.all).toBeGreaterThan(MANY / 50)
  expect(changed.here / changed.all).toBeGreaterThan(0.9)
})
