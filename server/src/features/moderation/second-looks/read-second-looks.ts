import { ApiError, type Agreement, type SecondLook } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later } from '../../../infra/clock.ts'
import { findDecisionsByIds } from '../decisions/decisions.sql.ts'
import type { Ending } from '../decisions/rules.ts'
import { readingOf } from '../decisions/to-decision.ts'
import { countAgreement } from './agreement.sql.ts'
import { findLook, findLooks, findWaiting, type LookRow, type Page } from './second-looks.sql.ts'
import { toAgreement, toSecondLook } from './to-second-look.ts'
import { judgeOf } from './who-may.sql.ts'

type Context = Pick<Deps, 'db' | 'clock'>
type Reading = Context & Answering

export const noLook = () => new ApiError('not_found', 'We couldn’t find this blind review.')

export async function listWaitingLooks({ db }: Context, { account }: Viewer, page: Page) {
  const rows = await findWaiting(db, judgeOf(account), { ...page, limit: page.limit + 1 })
  const waiting = rows
    .slice(0, page.limit)
    .map(({ id, name, drawn_at }) => ({ _id: id, name, drawnAt: drawn_at.toISOString() }))
  return { waiting, nextBefore: rows.length > page.limit ? (waiting.at(-1)?._id ?? null) : null }
}

async function withDecisions(context: Reading, viewer: Ending, rows: readonly LookRow[]): Promise<SecondLook[]> {
  const decisions = await findDecisionsByIds(
    context.db,
    rows.map(({ decision_id }) => decision_id),
  )
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  return rows.flatMap((row) => {
    const decision = byId.get(row.decision_id)
    const look = decision && toSecondLook(row, decision, viewer, readingOf(context))
    return look ? [look] : []
  })
}

export async function listSecondLooks(
  context: Reading,
  { account }: Viewer,
  { raised, ...page }: Page & { raised?: 'true' | undefined },
) {
  const rows = await findLooks(context.db, judgeOf(account), { ...page, limit: page.limit + 1 }, raised === 'true')
  const looks = await withDecisions(context, account, rows.slice(0, page.limit))
  return { looks, nextBefore: rows.length > page.limit ? (rows[page.limit - 1]?.id ?? null) : null }
}

export async function oneLook(context: Reading, { account }: Viewer, id: string): Promise<SecondLook> {
  const row = await findLook(context.db, judgeOf(account), id)
  const [look] = row ? await withDecisions(context, account, [row]) : []
  if (!look) throw noLook()
  return look
}

/** Counting this many takes longer than a page may, so the result is cached for some seconds. */
const MANY = 1000

export const readAgreement = ({ db, clock, memory }: Context & Pick<Deps, 'memory'>): Promise<Agreement> =>
  memory.cache(
    'agreement',
    async () => toAgreement(await countAgreement(db, later(clock.now(), -days(365)))),
    ({ answered }) => answered > MANY,
  )
