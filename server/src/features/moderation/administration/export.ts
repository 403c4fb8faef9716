import { ApiError, UserFilters } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { Deps } from '../../../deps.ts'
import { callerOf, type Caller } from '../../../http/caller.ts'
import { parsePart } from '../../../http/problems.ts'
import { type Query, withoutEmpty } from '../../../http/query.ts'
import { assertAccess, identify, type Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { recordAccess, requireReason } from '../../operations/index.ts'
import { issueTicket, redeemTicket } from '../../identity/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { findLines, HEADER } from './export.sql.ts'
import { type AccountFilters, toAccountFilters } from '../../discovery/index.ts'

/** The first batch is small, so that the download starts soon. */
const FIRST = 500
const BATCH = 5000
const TICKET_LASTS = 60_000
export const EXPORT_PATH = '/admin/users/export.csv'

/** The CSV lines of all users that match the filters, in batches, so that memory use doesn't grow with their number. */
async function* csvLines({ replica, clock }: Deps, filters: AccountFilters): AsyncGenerator<string> {
  yield `${HEADER}\r\n`
  const now = clock.now()
  const readBatch = (most: number, after?: string) =>
    findLines(replica, filters, later(now, -ONLINE_FOR), now, { after, most })
  for (let next: ReturnType<typeof readBatch> | undefined = readBatch(FIRST); next;) {
    const { lines, last }: Awaited<typeof next> = await next
    // The next batch is read while this one is sent. Its failure is thrown when it is awaited.
    next = last === null ? undefined : readBatch(BATCH, last)
    next?.catch(() => {})
    if (lines) yield lines
  }
}

const addressList = { kind: 'address-list', of: 'users' } as const

/** A ticket for one download. A link can't carry the headers for the session and the reason. */
export async function issueExportTicket(context: Deps & { caller: Caller }, viewer: Viewer): Promise<string> {
  await requireReason(context, viewer, addressList)
  return issueTicket(context, viewer, 'export-users', TICKET_LASTS)
}

/** Identifies the administrator. A ticket was issued after a step-up, but the role is checked again. */
async function identifyAdministrator(
  deps: Deps,
  authorization: string | undefined,
  ticket: string | undefined,
): Promise<Viewer> {
  const viewer =
    ticket === undefined ? await identify(deps, authorization) : await redeemTicket(deps, 'export-users', ticket)
  if (!viewer && ticket !== undefined) throw new ApiError('signed_out', 'This link has expired.')
  assertAccess({ access: 'administrator', ...(ticket === undefined ? { stepUp: true } : {}) }, viewer, deps)
  if (!viewer) throw new ApiError('signed_out', 'Please sign in.')
  return viewer
}

function filtersIn(query: Query): UserFilters {
  const found = parsePart(UserFilters, query, 'query')
  if (!found.ok) throw new ApiError('invalid_request', found.message, { errors: found.errors })
  // `read` has parsed the data by this schema.
  return found.data as UserFilters
}

export function serveExport(app: FastifyInstance, deps: Deps, prefix: string): void {
  app.get<{ Querystring: Query }>(prefix + EXPORT_PATH, async (request, reply) => {
    const { ticket, ...query } = withoutEmpty(request.query)
    const filters = filtersIn(query)
    if (Array.isArray(ticket)) throw new ApiError('invalid_request', 'A download has one ticket.')
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="users.csv"')
    // A ticket is for one download: a HEAD request, such as a link preview, must not use it up.
    if (request.method === 'HEAD' && ticket !== undefined) return reply.send()
    const viewer = await identifyAdministrator(deps, request.headers.authorization, ticket)
    const wish = await toAccountFilters(deps, filters)
    // A HEAD request exports nothing, so it records no look.
    if (request.method === 'HEAD') return reply.send()
    const accessContext = { ...deps, caller: callerOf(request) }
    await recordAccess(accessContext, viewer, { ...addressList, action: 'users.exported', details: query })
    return reply.send(Readable.from(csvLines(deps, wish)))
  })
}
