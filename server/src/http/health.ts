import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

export type Health = { stopping: boolean }

const RETRY_AFTER = 5

/**
 * /healthz: the process is alive. /readyz: it accepts requests, and its database responds. /readyz/process: it accepts
 * requests, even without the database, because it still serves pages, and other processes would be no better off. A
 * missing Citus worker is only reported, because most requests need another one. /readyz/database is the earlier name
 * of /readyz.
 */
export function serveHealth(app: FastifyInstance, { database, workers }: Deps, health: Health): void {
  const ready = () => {
    if (health.stopping) throw new ApiError('unavailable', 'This server is stopping.', { retryAfter: RETRY_AFTER })
    const missing = workers.missing().length
    return {
      status: 'ready',
      database: database.isUp() ? 'up' : 'down',
      ...(missing > 0 ? { workersMissing: missing } : {}),
    }
  }
  app.get('/healthz', async () => ({ status: 'alive' }))
  const readyWithDatabase = () => {
    if (!database.isUp()) throw new ApiError('unavailable', 'The database is unavailable.', { retryAfter: RETRY_AFTER })
    return ready()
  }
  app.get('/readyz', async () => readyWithDatabase())
  app.get('/readyz/database', async () => readyWithDatabase())
  app.get('/readyz/process', async () => ready())
}
