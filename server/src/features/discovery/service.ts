import { ApiError, type Card } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { later, minutes } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { comparing, intervalOf, type Comparison } from '../compatibility/service.ts'
import { closeness, lookingAs, personFor, rowsOf, today, type Looking } from '../people/service.ts'
import { isPremium } from '../users/service.ts'
import * as queries from './queries.ts'
import { activityOf, contenders, layOut, poolFor, rank, seeded, type Candidate, type Standing } from './rules.ts'

const MOST_LIKERS = 100
const SHORT = 12
const MOST_SERVED = 400

/** Who was on the pages before: the beginnings of their ids are enough to leave them out. */
const readCursor = (cursor: string | undefined): string[] =>
  cursor === undefined ? [] : (Buffer.from(cursor, 'base64url').toString('hex').match(/.{12}/g) ?? [])
const writeCursor = (served: readonly string[]): string => Buffer.from(served.join(''), 'hex').toString('base64url')
const short = (id: string) => id.replaceAll('-', '').slice(0, SHORT)

type Counted = Pick<queries.CandidateRow, 'gave_likes' | 'gave' | 'got_likes' | 'got' | 'shown'>
const standingOf = (row: Counted | undefined): Standing => ({
  gaveLikes: row?.gave_likes ?? 0,
  gave: row?.gave ?? 0,
  gotLikes: row?.got_likes ?? 0,
  got: row?.got ?? 0,
  shown: row?.shown ?? 0,
})

/** Worked out once a day, and the same for everybody. */
const meanShown = ({ db, memory }: Pick<Deps, 'db' | 'memory'>): Promise<number> =>
  memory.remember(
    'mean-shown',
    async () => Number((await queries.fact(db, 'mean-shown'))?.value ?? 1),
    () => true,
  )

/** The best of the pool in the order for this viewer; scores are asked for only of those who come into question. */
async function ranked(
  context: Deps,
  viewer: Looking,
  beside: Comparison,
  served: ReadonlySet<string>,
  count: number,
): Promise<string[]> {
  const now = context.clock.now()
  const me = standingOf(await queries.standingOf(context.db, viewer.id))
  const [rows, mean] = await Promise.all([
    queries.pool(context.inOrder, viewer, today(context), poolFor(me) + served.size),
    meanShown(context),
  ])
  const candidates = rows
    .filter(({ account_id }) => !served.has(short(account_id)))
    .map((row): Candidate => ({
      ...standingOf(row),
      id: row.account_id,
      activity: activityOf(row.last_active_at, row.show_last_active, now),
      compatibility: null,
    }))
  const best = contenders(me, candidates, mean, count)
  const scores = await beside.scores(best.map(({ id }) => id))
  return best
    .map((candidate) => ({
      id: candidate.id,
      rank: rank(me, { ...candidate, compatibility: scores.get(candidate.id) ?? null }, mean),
    }))
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}

export async function discover(context: Deps, viewer: Viewer, limit: number, cursor: string | undefined) {
  const looking = lookingAs(context, viewer)
  if (viewer.account.state === 'paused') return { people: [], nextCursor: null }
  const { db, clock } = context
  const served = readCursor(cursor)
  const before = new Set(served)
  const beside = comparing(context, looking.id)
  const fresh = (ids: readonly string[]) => ids.filter((id) => !before.has(short(id)))
  const [order, likers, boosted] = await Promise.all([
    ranked(context, looking, beside, before, limit),
    queries.likers(db, looking, today(context), MOST_LIKERS),
    queries.boosted(db, looking, today(context), clock.now(), MOST_SERVED),
  ])
  const page = layOut(
    order,
    fresh(likers),
    fresh(boosted),
    limit,
    seeded(`${looking.id} ${today(context)} ${served.length}`),
  )
  const people = await cards(context, viewer, looking, beside, page)
  const next = [...served, ...people.map(({ user }) => short(user._id))]
  noteShown(
    context,
    people.map(({ user }) => user._id),
  )
  return { people, nextCursor: people.length < limit || next.length >= MOST_SERVED ? null : writeCursor(next) }
}

async function cards(
  context: Deps,
  viewer: Viewer,
  looking: Looking,
  beside: Comparison,
  page: { id: string; boosted: boolean }[],
): Promise<Card[]> {
  const ids = page.map(({ id }) => id)
  const [rows, fits] = await Promise.all([rowsOf(context.db, looking, ids), beside.fits(ids)])
  const marked = new Set(page.flatMap(({ id, boosted }) => (boosted ? [id] : [])))
  return rows.map((row) => {
    const fit = fits.get(row.id)
    return {
      user: personFor(context, { viewer, matched: false }, row),
      ...closeness(row, viewer, fit?.score.score ?? null),
      interval: fit ? intervalOf(fit.score) : null,
      reasons: fit?.reasons ?? [],
      boosted: marked.has(row.id),
    }
  })
}

/** Nobody waits for it, and a count that is lost once hurts nobody. */
function noteShown(context: Deps, ids: string[]): void {
  if (ids.length === 0) return
  meanShown(context)
    .then((mean) => queries.noteShown(context.inOrder, ids, mean))
    .catch((error: unknown) => context.log.warn({ err: error }, 'exposure'))
}

/** Each day: exposure fades, and how often people are shown on average is worked out anew. */
export async function settleExposure({ db }: Pick<Deps, 'db'>): Promise<void> {
  const mean = await queries.meanShown(db)
  await queries.keepFact(db, 'mean-shown', mean)
  await queries.fade(db, mean)
}

const BOOST_LASTS = minutes(30)

export async function boost(context: Deps, viewer: Viewer): Promise<Date> {
  lookingAs(context, viewer)
  const now = context.clock.now()
  if (!isPremium(viewer.account, now)) throw new ApiError('premium_required', 'One boost a month is part of premium.')
  const ends = later(now, BOOST_LASTS)
  const month = `${now.toISOString().slice(0, 7)}-01`
  await transaction(context.db, async (tx) => {
    if (!(await queries.takeBoost(tx, viewer.account.id, month, now, ends)))
      throw new ApiError('conflict', "This month's boost is used. The next one comes with the next month.")
  })
  return ends
}
