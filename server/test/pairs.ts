import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { Person } from './people.ts'
import { until, type World } from './world.ts'

type Act = () => Promise<unknown>

/** Expects each act to wait while another transaction holds the pair of these two people. */
export async function expectWaitForPair(world: World, one: Person, other: Person, acts: readonly Act[]): Promise<void> {
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  const pair = `uuid_hash_extended('${other.user._id}', 0) # uuid_hash_extended('${one.user._id}', 0)`
  for (const act of acts) {
    await holder.query(`begin; select pg_advisory_xact_lock(${pair})`)
    let isDone = false
    const acting = act().then(() => (isDone = true))
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await until(async () => isDone || (await world.query(waiting)).rowCount === 1)
    expect(isDone).toBe(false)
    await holder.query('rollback')
    expect(await acting).toBe(true)
  }
}
