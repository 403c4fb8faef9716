import { sql } from 'kysely'
import { createServer } from 'node:http'
import { alertSearches } from '../src/features/discovery/index.ts'
import { advanceDecisions } from '../src/features/moderation/decisions/jobs.ts'
import type { Running } from '../src/server.ts'

/**
 * Journeys can't wait for days: POST /decisions?port=4816&about=ID ends every decision about someone on the server at
 * that port, and the minute in which it can be undone. Then it runs the job that advances decisions once a minute.
 * POST /alerts?port=4816 runs the nightly job that tells members of new people in their saved searches.
 */
export async function openTime(port: number, servers: readonly Running[]): Promise<void> {
  const pass = async ({ pathname, searchParams: query }: URL) => {
    const server = servers.find((each) => each.port === Number(query.get('port')))
    if (!server) throw new Error(`No server listens on port ${query.get('port')}.`)
    const { deps } = server
    if (pathname === '/alerts') return alertSearches(deps)
    await sql`update decisions set in_force_at = in_force_at - interval '1 minute',
      until = case when until is not null then ${deps.clock.now()}::timestamptz end
      where subject_id = ${query.get('about')}::uuid`.execute(deps.db)
    await advanceDecisions(deps)
  }
  const server = createServer((request, response) => {
    pass(new URL(request.url ?? '/', 'http://time')).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
}
