import { ApiError, UserFilters, type Route } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { Deps } from '../../../deps.ts'
import { callerOf, type Caller } from '../../../http/caller.ts'
import { parsePart } from '../../../http/problems.ts'
import { type Query, withoutEmpty } from '../../../http/query.ts'
import { assertAccess, identify, type Viewer } from '../../../http/session.ts'
import { later } from '../../../infra/clock.ts'
import { look, requireReason } from '../../operations/index.ts'
import { issueTicket, redeemTicket } from '../../identity/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { batch, HEADER } from './export-queries.ts'
import { type AccountFilters, toAccountFilters } from '../../discovery/index.ts'

/** The first ones come soon; the others many at once. */
const FIRST = 500
const BATCH = 5000
const TICKET = 60_000
export const EXPORT_PATH = '/admin/users/export.csv'

/** Everybody who fits, a batch at a time behind the last one: the memory that it takes does not grow. */
async function* lines({ replica, clock }: Deps, wish: AccountFilters): AsyncGenerator<string> {
  yield `${HEADER}\r\n`
  const now = clock.now()
  const ask = (most: number, after?: string) => batch(replica, wish, later(now, -ONLINE_FOR), now, { after, most })
  for (let next: ReturnType<typeof ask> | undefined = ask(FIRST); next;) {
    const { lines, last }: Awaited<typeof next> = await next
    // The next batch is on its way while this one is sent.
    next = last === null ? undefined : ask(BATCH, last)
    next?.catch(() => {})
    if (lines) yield lines
  }
}

const addressList = { kind: 'address-list', of: 'users' } as const

/** A ticket for one download by link, since a link carries neither Bearer nor reason. */
export async function ticketFor(context: Deps & { caller: Caller }, viewer: Viewer): Promise<string> {
  await requireReason(context, viewer, addressList)
  return issueTicket(context, viewer, 'export-users', TICKET)
}

const exporting: Route = {
  method: 'GET',
  path: EXPORT_PATH,
  access: 'administrator',
  summary: '',
  returns: undefined as never,
}

/** A ticket was issued after step-up; the role is checked again with or without one. */
async function whoAsks(deps: Deps, authorization: string | undefined, ticket: string | undefined): Promise<Viewer> {
  const viewer =
    ticket === undefined ? await identify(deps, authorization) : await redeemTicket(deps, 'export-users', ticket)
  if (!viewer && ticket !== undefined) throw new ApiError('signed_out', 'This link has expired.')
  assertAccess({ ...exporting, ...(ticket === undefined ? { stepUp: true } : {}) }, viewer, deps)
  return viewer!
}

function filtersIn(query: Query): UserFilters {
  const found = parsePart(UserFilters, query, 'query')
  if (!found.ok) throw new ApiError('invalid_request', found.message, { errors: found.errors })
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
    const viewer = await whoAsks(deps, request.headers.authorization, ticket)
    const wish = await toAccountFilters(deps, filters)
    // Asking for the head alone exports nothing: nobody is read, and nothing is logged.
    if (request.method === 'HEAD') return reply.send()
    const looking = { ...deps, caller: callerOf(request) }
    await look(looking, viewer, { ...addressList, action: 'users.exported', details: query })
    return reply.send(Readable.from(lines(deps, wish)))
  })
}
