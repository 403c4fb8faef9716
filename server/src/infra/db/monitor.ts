import type { Logger } from '../log.ts'
import { openClient, type HostClient } from './client.ts'
import type { Pool } from './pool.ts'
import { refusalOf } from './unavailable.ts'

const EVERY = 1000
/** After this many unanswered checks, the database counts as frozen or cut off. */
const MAX_UNANSWERED = 3

type PoolStats = { pool: string; used: number; idle: number; waiting: number; max: number }
export type DatabaseMonitor = {
  isUp: () => boolean
  /** True for the coordinator of a Citus cluster, which may have workers. */
  isCoordinator: () => boolean
  figures: () => PoolStats[]
  /** How often requests and jobs failed because of the database, by the code of the error. */
  refusals: () => ReadonlyMap<string, number>
  stop: () => void
}

const IS_COORDINATOR = `select to_regclass('pg_catalog.pg_dist_node') is not null as "isCoordinator"`

const figuresOf = (named: Record<string, Pool>): PoolStats[] =>
  Object.entries(named).map(([pool, { totalCount, idleCount, waitingCount, most }]) => ({
    pool,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
    max: most,
  }))

const WARNED_EVERY = 10_000

/** Counts what the database refuses, and warns of each cause at most every ten seconds. */
function countRefusals(pools: readonly Pool[], log: Logger, of: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const warnedAt = new Map<string, number>()
  const note = (error: unknown) => {
    const { code, reason, remedy } = refusalOf(error)
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    const now = performance.now()
    if (now - (warnedAt.get(code) ?? -Infinity) < WARNED_EVERY) return
    warnedAt.set(code, now)
    log.warn({ sqlstate: code, reason, count }, `the ${of} failed a request. ${remedy}`)
  }
  for (const pool of pools) pool.onUnavailable = note
  return counts
}

/**
 * Checks the database every second, and when its connection ends. A database that refuses connections fails each
 * request immediately. One that doesn't answer would make requests wait, so their statements are aborted.
 */
export function watchDatabase(url: string, named: Record<string, Pool>, log: Logger, of = 'database'): DatabaseMonitor {
  const pools = Object.values(named)
  const refusals = countRefusals(pools, log, of)
  let client: HostClient | undefined
  let [isUp, isCoordinator, isAsking, isStopped, unanswered] = [true, false, false, false, 0]

  const connect = async () => {
    const opened = await openClient(url, 'kindred monitor')
    // A database that dies closes its connections, so the next check runs immediately.
    opened.once('end', () => {
      if (client !== opened || isStopped) return
      client = undefined
      check()
    })
    return opened
  }
  const ask = async () => {
    client ??= await connect()
    if (isStopped) return client.drop()
    const { rows } = await client.query<{ isCoordinator: boolean }>(IS_COORDINATOR)
    isCoordinator = rows[0]?.isCoordinator ?? false
  }
  const answered = () => {
    unanswered = 0
    if (isUp) return
    isUp = true
    for (const pool of pools) pool.resume()
    log.warn(`the ${of} is there again`)
  }
  const failed = (error: unknown) => {
    client?.drop()
    client = undefined
    if (!isUp) return
    isUp = false
    const { code, reason, remedy } = refusalOf(error)
    log.error({ sqlstate: code, reason }, `the ${of} is unavailable. ${remedy}`)
  }
  const check = () => {
    for (const pool of pools) pool.dropOverdue()
    // A long pause of this process counts as one check.
    if (isAsking && ++unanswered === MAX_UNANSWERED) {
      failed(new Error('No answer'))
      for (const pool of pools) pool.suspend()
    }
    if (isAsking) return
    isAsking = true
    ask()
      .then(answered, failed)
      .finally(() => (isAsking = false))
  }
  const checking = setInterval(check, EVERY).unref()
  return {
    isUp: () => isUp,
    isCoordinator: () => isCoordinator,
    figures: () => figuresOf(named),
    refusals: () => refusals,
    stop: () => {
      isStopped = true
      clearInterval(checking)
      client?.drop()
    },
  }
}
