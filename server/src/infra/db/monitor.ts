import type { Logger } from '../log.ts'
import { openClient, type HostClient } from './client.ts'
import type { Pool } from './pool.ts'

const EVERY = 1000
/** After this many unanswered checks, the database counts as frozen or cut off. */
const MAX_UNANSWERED = 3

type PoolStats = { pool: string; used: number; idle: number; waiting: number; max: number }
export type DatabaseMonitor = {
  isUp: () => boolean
  /** True for the coordinator of a Citus cluster, which may have workers. */
  isCoordinator: () => boolean
  figures: () => PoolStats[]
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

/**
 * Checks the database every second, and when its connection ends. A database that refuses connections fails each
 * request immediately. One that doesn't answer would make requests wait, so their statements are aborted.
 */
export function watchDatabase(url: string, named: Record<string, Pool>, log: Logger, of = 'database'): DatabaseMonitor {
  const pools = Object.values(named)
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
    log.error({ err: error }, `the ${of} is unavailable`)
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
    stop: () => {
      isStopped = true
      clearInterval(checking)
      client?.drop()
    },
  }
}
