import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { applyMigration } from '../src/infra/db/apply-migration.ts'
import { LONG_WAITS, openDb, openPool } from '../src/infra/db/db.ts'
import type { World } from './world.ts'

let times = 0

/** Applies a migration once more, as if it were a new one. */
export async function applyAgain(world: World, name: string): Promise<void> {
  const db = openDb(openPool(world.databaseUrl, 1, LONG_WAITS))
  onTestFinished(() => db.destroy())
  const text = readFileSync(`server/src/infra/db/migrations/${name}`, 'utf8')
  await applyMigration(db, { name: `9999_${++times}`, text })
}
