import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigration } from '../../src/infra/db/apply-migration.ts'
import { LONG_WAITS, openDb, openPool } from '../../src/infra/db/db.ts'
import { proof, rounds } from '../proofs.ts'
import { startWorld } from '../world.ts'

test('a migration that waits for a long reader doesn’t stall anyone', async () => {
  const world = await startWorld()
  const { client } = await world.dater()
  const db = openDb(openPool(world.databaseUrl, 1, LONG_WAITS))
  onTestFinished(() => db.destroy())
  const reader = new pg.Client({ connectionString: world.databaseUrl })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin isolation level repeatable read; select from saved_searches limit 1')
  const migrating = applyMigration(db, { name: '9999_a', text: 'alter table saved_searches add column a text' })
  const readsFor = rounds(4000, 12_000)
  const took: number[] = []
  for (const end = performance.now() + readsFor; performance.now() < end; await pause(20)) {
    const began = performance.now()
    await client.listSearches()
    took.push(performance.now() - began)
  }
  await reader.query('commit')
  await migrating
  const slowest = Math.max(...took)
  // A migration waits at most two seconds for a lock, while everyone waits behind it. Longer waits would cause 503s.
  expect(slowest).toBeLessThan(rounds(3500, 2700))
  proof(`a migration behind a reader of ${readsFor / 1000} s: slowest answer ${(slowest / 1000).toFixed(1)} s`)
})
