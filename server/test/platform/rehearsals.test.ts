import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../src/infra/db/db.ts'
import { startWorld } from '../world.ts'

/** What each of so many connections has prepared. They are all asked at once, so that each answers once. */
const preparedOn = async (db: Db, connections: number): Promise<string[]> => {
  const asked = await Promise.all(
    Array.from({ length: connections }, () =>
      sql<{ statements: string }>`
        select string_agg(statement, ';') as statements, pg_sleep(0.2) from pg_prepared_statements`.execute(db),
    ),
  )
  return asked.map(({ rows }) => rows[0]?.statements ?? '')
}

test('connections have run what members do all the time before they serve, and nothing came of it', async () => {
  const world = await startWorld({ warm: true })
  const { db, indexScanDb } = world.deps
  for (const statements of await preparedOn(db, 6)) {
    expect(statements).toContain('matching_choose')
    expect(statements).toContain('chat_send_within')
    expect(statements).toContain('from "sessions"')
    expect(statements).toContain('likes_received')
  }
  for (const statements of await preparedOn(indexScanDb, 2)) expect(statements).toContain('from standings s')
  const { rows } = await world.query(`
    select (select count(*) from choices) + (select count(*) from allowances) + (select count(*) from budgets)
      + (select count(*) from messages) as n`)
  expect(rows).toEqual([{ n: 0 }])
  expect(world.logged()).not.toContain('rehearsal')
})
