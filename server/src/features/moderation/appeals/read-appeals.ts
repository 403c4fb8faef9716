import { ApiError, type Appeal, type OwnAppeal } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { readingOf } from '../decisions/to-decision.ts'
import { type AppealRow, findAppeal, findAppeals, findAppealsBy } from './appeals.sql.ts'
import { findAppealMessages } from './messages.sql.ts'
import { toAppeal, toOwnAppeal } from './to-appeal.ts'
import { handledBy } from '../reports/assert-may-handle.ts'
import { anyOf, noteReader } from '../second-looks/readers.sql.ts'

type Context = Pick<Deps, 'db' | 'clock'> & Answering

export const noAppeal = () => new ApiError('not_found', 'We couldn’t find this appeal.')

async function withMessages({ db }: Pick<Deps, 'db'>, rows: readonly AppealRow[]) {
  const messages = await findAppealMessages(
    db,
    rows.map(({ id }) => id),
  )
  const byAppeal = Map.groupBy(messages, ({ appeal_id }) => appeal_id)
  return rows.map((row) => ({ row, messages: byAppeal.get(row.id) ?? [] }))
}

type Query = { before?: string | undefined; limit: number; open?: 'true' | undefined }

export async function listAppeals(context: Context, { account }: Viewer, { before, limit, open }: Query) {
  const rows = await findAppeals(context.db, {
    before,
    limit: limit + 1,
    isOpen: open === 'true',
    only: handledBy(account),
  })
  const decided = rows.flatMap(({ decision_id }) => decision_id ?? [])
  await noteReader(context.db, account.id, anyOf(decided))
  const reading = readingOf(context)
  const page = await withMessages(context, rows.slice(0, limit))
  const appeals = page.map(({ row, messages }) => toAppeal(account.id, row, messages, reading))
  return { appeals, nextBefore: rows.length > limit ? (appeals.at(-1)?._id ?? null) : null }
}

export async function oneAppeal(context: Context, { account }: Viewer, id: string): Promise<Appeal> {
  const row = await findAppeal(context.db, id)
  if (!row) throw noAppeal()
  return toAppeal(account.id, row, await findAppealMessages(context.db, [id]), readingOf(context))
}

export async function listMyAppeals(context: Pick<Deps, 'db'>, { account }: Viewer): Promise<OwnAppeal[]> {
  const rows = await withMessages(context, await findAppealsBy(context.db, account.id))
  return rows.map(({ row, messages }) => toOwnAppeal(row, messages))
}

export async function oneOwnAppeal({ db }: Pick<Deps, 'db'>, id: string): Promise<OwnAppeal> {
  const row = await findAppeal(db, id)
  if (!row) throw noAppeal()
  return toOwnAppeal(row, await findAppealMessages(db, [id]))
}
