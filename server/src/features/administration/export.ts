import { ApiError, UserFilters } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { admit, identify, isElevated, type Viewer } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'
import { audit } from '../audit/service.ts'
import { issueSecret, redeemToken } from '../secrets/service.ts'
import { transaction } from '../../infra/db/db.ts'
import { isOnline, isPremium, ONLINE_FOR } from '../users/service.ts'
import * as queries from './queries.ts'
import { wishFrom } from './service.ts'

const BATCH = 5000
const TICKET = 60_000
export const EXPORT_PATH = '/admin/users/export.csv'

const columns = [
  'id',
  'firstName',
  'lastName',
  'email',
  'createdAt',
  'lastActive',
  'state',
  'isActive',
  'isVIP',
  'isOnline',
  'isEmailVerified',
  'gender',
  'city',
  'country',
] as const

/** A cell that a spreadsheet would run is made text; every other stays as it is. */
export function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value as string)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Everybody who fits, a batch at a time behind the last one: the memory that it takes does not grow. */
async function* lines({ db, clock }: Deps, wish: queries.Wish): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  const now = clock.now()
  const ask = (after?: queries.ExportRow): Promise<queries.ExportRow[]> =>
    queries.batch(db, wish, later(now, -ONLINE_FOR), now, after, BATCH)
  for (let batch: Promise<queries.ExportRow[]> | undefined = ask(); batch;) {
    const rows: queries.ExportRow[] = await batch
    // The next batch is on its way while this one is written.
    batch = rows.length < BATCH ? undefined : ask(rows.at(-1))
    batch?.catch(() => {})
    if (rows.length > 0) yield rows.map((row) => `${cells(row, now).join(',')}\r\n`).join('')
  }
}

const cells = (row: queries.ExportRow, now: Date): string[] => [
  row.id,
  cell(row.first_name),
  cell(row.last_name),
  cell(row.email),
  row.created_at.toISOString(),
  row.last_active_at?.toISOString() ?? '',
  row.state,
  String(['active', 'paused'].includes(row.state)),
  String(isPremium(row, now)),
  String(isOnline(row, now)),
  String(row.email_verified_at !== null),
  cell(row.gender),
  cell(row.city),
  cell(row.country),
]

/** A ticket for one download by link, since a link carries no Bearer. */
export async function issueTicket(context: Deps, { account }: Viewer): Promise<string> {
  const { token } = await transaction(context.db, (tx) =>
    issueSecret(tx, context, { purpose: 'export-users', accountId: account.id, lasts: TICKET }),
  )
  return token
}

async function whoAsks(deps: Deps, authorization: string | undefined, ticket: string | undefined): Promise<string> {
  if (ticket !== undefined) {
    const redeemed = await transaction(deps.db, (tx) => redeemToken(tx, 'export-users', ticket, deps.clock.now()))
    if (!redeemed?.account_id) throw new ApiError('signed_out', 'This link is not good any more.')
    return redeemed.account_id
  }
  const viewer = await identify(deps, authorization)
  admit(
    { method: 'GET', path: EXPORT_PATH, access: 'administrator', summary: '', returns: undefined as never },
    viewer,
    deps,
  )
  if (!isElevated(viewer!, deps.clock.now())) throw new ApiError('step_up_required', 'Please confirm that it is you.')
  return viewer!.account.id
}

export function serveExport(app: FastifyInstance, deps: Deps, prefix: string): void {
  app.get<{ Querystring: Record<string, string> & { ticket?: string } }>(
    prefix + EXPORT_PATH,
    async (request, reply) => {
      const { ticket, ...query } = request.query
      const asked = UserFilters.safeParse(query)
      if (!asked.success) throw new ApiError('invalid_request', 'There is no such filter.')
      const who = await whoAsks(deps, request.headers.authorization, ticket)
      const wish = await wishFrom(deps, asked.data)
      if (!wish) throw new ApiError('invalid_request', 'There is no such filter.')
      await audit(deps.db, {
        at: deps.clock.now(),
        actor: { kind: 'administrator', id: who },
        action: 'users.exported',
        details: query,
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="users.csv"')
        .send(Readable.from(lines(deps, wish)))
    },
  )
}
