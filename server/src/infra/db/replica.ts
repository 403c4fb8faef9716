import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import { INDEX_SCANS_ONLY, LONG_WAITS, openDb, openPool, overConnections, READ_ONLY, type Db } from './db.ts'
import { watchDatabase } from './monitor.ts'
import type { Pool } from './pool.ts'
import { replicaLag } from './replication.ts'

/** With this lag in seconds or more, exports read from the primary, and the doctor reports a problem. */
export const LONGEST_LAG = 30
/** The milliseconds that a list waits for the replica to get all earlier writes. */
const CATCHES_UP_WITHIN = 200

/** Settings for exports and jobs, for requests, and for requests that scan indexes. */
const SETTINGS = { long: LONG_WAITS, short: '', indexScans: INDEX_SCANS_ONLY }
type Settings = keyof typeof SETTINGS

/** Reads on a replica. Each statement goes to the primary instead while the replica is unavailable or lags too much. */
export type Replica = {
  /** For data that may be half a minute old. */
  lately: (primary: Pool) => Db
  /** For data that must include all earlier writes, with the settings of the primary's pool. */
  upToDate: (primary: Pool, settings: Settings) => Db
  /** The lag in seconds. While the replica is unavailable, this is at least the time since it was last reached. */
  lag: () => Promise<number | null>
  close: () => Promise<void>
}

/** Checks the replica at startup, so that a mistake doesn't surface in the middle of an export. */
export async function openReplica(url: string | undefined, log: Logger): Promise<Replica> {
  if (!url) return { lately: openDb, upToDate: openDb, lag: async () => null, close: async () => {} }
  const open = (settings: Settings) => openPool(url, 8, `${SETTINGS[settings]} ${READ_ONLY}`)
  const pools = { long: open('long'), short: open('short'), indexScans: open('indexScans') }
  await pools.long.query('select 1').catch((error: unknown) => {
    throw new Error(`The server can’t reach the read replica (${String(error)}). Check DATABASE_REPLICA_URL.`)
  })
  const replica = openDb(pools.long)
  const watch = watchDatabase(url, pools, log, 'read replica')
  let isFrom = Date.now()
  const lag = async () => {
    const seconds = await replicaLag(replica).catch(() => (Date.now() - isFrom) / 1000)
    isFrom = Date.now() - seconds * 1000
    return seconds
  }
  const readsIf = (primary: Pool, settings: Settings, isNear: (replica: Pool) => Promise<boolean>) => {
    const pool = pools[settings]
    return overConnections(async () => {
      const isChosen = watch.isUp() && (await isNear(pool).catch(() => false))
      return isChosen ? pool.connect().catch(() => primary.connect()) : primary.connect()
    })
  }
  return {
    lately: (primary) => readsIf(primary, 'long', async () => (await lag()) <= LONGEST_LAG),
    upToDate: (primary, settings) => readsIf(primary, settings, (pool) => hasAllOf(primary, pool)),
    lag,
    close: async () => {
      watch.stop()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

/**
 * True once the replica has everything that the primary has committed by now. A server that isn't a standby returns
 * false.
 */
async function hasAllOf(primary: Pool, replica: Pool): Promise<boolean> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_flush_lsn() as place')
  const end = performance.now() + CATCHES_UP_WITHIN
  for (;;) {
    const asked = await replica.query<{ hasAll: boolean | null }>(
      'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll"',
      [rows[0]?.place],
    )
    if (asked.rows[0]?.hasAll) return true
    if (performance.now() > end) return false
    await pause(10)
  }
}
