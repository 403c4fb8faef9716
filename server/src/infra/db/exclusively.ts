import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { first } from '../first.ts'
import type { Db } from './db.ts'

const ASK_EVERY = 100

/**
 * Lets one server at a time do this startup work, while the others poll. A statement that waited for the lock would
 * keep its snapshot, and concurrent index builds wait for all snapshots.
 */
export const exclusively = <T>(db: Db, lock: number, work: (connection: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    while (!(await isFree(connection, lock))) await pause(ASK_EVERY)
    try {
      return await work(connection)
    } finally {
      // A lost connection has lost its lock, too.
      await sql`select pg_advisory_unlock(${lock})`.execute(connection).catch(() => {})
    }
  })

async function isFree(connection: Db, lock: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${lock}) as free`.execute(connection)
  return first(rows).free
}
