import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

export type Health = { stopping: boolean }

const RETRY_AFTER = 5

/**
 * /healthz: the process is alive. /readyz: it can take requests; without the database, too, because it still serves
 * pages, and the other processes would be no better off. /readyz/database: it can take requests that need the database.
 */
export function serveHealth(app: FastifyInstance, { database }: Deps, health: Health): void {
  const ready = () => {
    if (health.stopping) throw new ApiError('unavailable', 'This server is stopping.', { retryAfter: RETRY_AFTER })
    return { status: 'ready', database: database.isUp() ? 'up' : 'down' }
  }
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async () => ready())
  app.get('/readyz/database', async () => {
    if (!database.isUp()) throw new ApiError('unavailable', 'The database is unavailable.', { retryAfter: RETRY_AFTER })
    return ready()
  })
}
