import { sql } from 'kysely'
import type { Logger } from '../log.ts'
import { transaction, type Db } from './db.ts'

// The workers of Citus have the distributed tables (distribute.ts).

/** The time within which a worker must accept a connection. */
const CONNECT_WITHIN = '2s'
const EVERY = 5000

/** A worker's result of a command, or the reason why it couldn't be reached. */
export type WorkerAnswer = { worker: string; hasAnswered: boolean; text: string }

/** Runs a command on each worker. Without Citus, there are none. */
export async function askWorkers(db: Db, command: string): Promise<WorkerAnswer[]> {
  const { rows } = await sql<{ knows: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as knows`.execute(db)
  if (!rows[0]?.knows) return []
  return transaction(db, async (tx) => {
    await sql`set local citus.node_connection_timeout = ${sql.lit(CONNECT_WITHIN)}`.execute(tx)
    const answers = await sql<WorkerAnswer>`
      select nodename || ':' || nodeport as worker, success as "hasAnswered", result as text
      from run_command_on_workers(${command}) order by 1`.execute(tx)
    return answers.rows
  })
}

export type WorkerMonitor = { missing: () => readonly string[]; stop: () => void }

/** Checks every few seconds whether the coordinator's workers are available, each over its own connection. */
export function watchWorkers(db: Db, isCoordinator: () => boolean, log: Logger): WorkerMonitor {
  let [missing, isAsking]: [readonly string[], boolean] = [[], false]
  const ask = async () => {
    const answers = await askWorkers(db, 'select 1')
    const away = answers.filter(({ hasAnswered }) => !hasAnswered)
    for (const { worker, text } of away)
      if (!missing.includes(worker)) log.error({ worker, reason: text }, 'a worker is unavailable')
    const found = missing.filter((worker) => !away.some((each) => each.worker === worker))
    for (const worker of found) log.warn({ worker }, 'the worker is there again')
    missing = away.map(({ worker }) => worker)
  }
  const asking = setInterval(() => {
    if (isAsking || !isCoordinator()) return
    isAsking = true
    // monitor.ts notices if the database itself is unavailable.
    ask()
      .catch(() => {})
      .finally(() => (isAsking = false))
  }, EVERY).unref()
  return { missing: () => missing, stop: () => clearInterval(asking) }
}
