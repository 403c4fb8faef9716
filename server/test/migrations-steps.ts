import pg from 'pg'
import { onTestFinished } from 'vitest'
import { applyMigration } from '../src/infra/db/apply-migration.ts'
import { LONG_WAITS, openDb, openPool } from '../src/infra/db/db.ts'
import { askDatabase } from './world.ts'

/** Opens a transaction that has read a table and stays open, like a long export. */
export async function readerOf(url: string, table: string): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  await client.query(`begin isolation level repeatable read; select from ${table} limit 1`)
  return () => client.query('commit')
}

/** A single connection of the tables' owner, with the settings of migrations. */
export function ownerOf(url: string) {
  const db = openDb(openPool(url, 1, LONG_WAITS))
  onTestFinished(() => db.destroy())
  const apply = (name: string, text: string) => applyMigration(db, { name, text })
  return { apply }
}

export const notes = async (url: string, name: string) =>
  (await askDatabase(url, `select needs from migrations where name = '${name}'`)).rows
