import { ApiError, type Card } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isPremium, type Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { comparing, intervalOf, type Comparison } from '../compatibility/service.ts'
import { closeness, lookingAs, personFor, rowsOf, spendViews, today, type Looking } from '../people/service.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import * as queries from './queries.ts'
import { activityOf, BLOCK, contenders, layOut, poolFor, rank, seeded, type Candidate, type Standing } from './rules.ts'
import { readWalk, short, writeWalk, type Place } from './walk.ts'
import { asMember, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

const MOST_LIKERS = 100
const MOST_SERVED = 400

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
    async () => Number((await factOf(db, 'mean-shown')) ?? 1),
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

/** The next block of the walk: laid out as a whole, so that no page of it tells more than another. */
async function nextBlock(
  context: Deps,
  looking: Looking,
  beside: Comparison,
  served: readonly string[],
): Promise<Place[]> {
  const before = new Set(served)
  const fresh = (ids: readonly string[]) => ids.filter((id) => !before.has(short(id)))
  const day = today(context)
  const [order, likers, boosted] = await Promise.all([
    ranked(context, looking, beside, before, BLOCK),
    queries.likers(context.db, looking, day, MOST_LIKERS),
    queries.boosted(context.db, looking, day, context.clock.now(), MOST_SERVED),
  ])
  return layOut(order, fresh(likers), fresh(boosted), BLOCK, seeded(`${looking.id} ${day} ${served.length}`))
}

/** Those of a block that was begun who still fit; one may have been blocked, or chosen, since. */
async function stillFitting(context: Deps, looking: Looking, rest: readonly Place[]): Promise<Place[]> {
  if (rest.length === 0) return []
  const ids = rest.map(({ id }) => id)
  const fitting = new Set(await queries.fittingAmong(context.db, looking, today(context), ids))
  return rest.filter(({ id }) => fitting.has(id))
}

export async function discover(context: Deps, viewer: Viewer, limit: number, cursor: string | undefined) {
  const looking = lookingAs(context, viewer)
  if (viewer.account.state === 'paused') return { people: [], nextCursor: null }
  const beside = comparing(context, looking.id)
  const walk = readWalk(cursor)
  const served = [...walk.served]
  let rest = await stillFitting(context, looking, walk.rest)
  const page: Place[] = []
  while (page.length < limit) {
    if (rest.length === 0) rest = await nextBlock(context, looking, beside, served)
    if (rest.length === 0) break
    const taken = rest.slice(0, limit - page.length)
    rest = rest.slice(taken.length)
    page.push(...taken)
    served.push(...taken.map(({ id }) => short(id)))
  }
  const people = await cards(context, viewer, looking, beside, page)
  noteShown(
    context,
    people.map(({ user }) => user._id),
  )
  const isOver = page.length < limit || served.length >= MOST_SERVED
  return { people, nextCursor: isOver ? null : writeWalk({ served, rest }) }
}

async function cards(
  context: Deps,
  viewer: Viewer,
  looking: Looking,
  beside: Comparison,
  page: readonly Place[],
): Promise<Card[]> {
  const ids = page.map(({ id }) => id)
  await spendViews(context, viewer, ids)
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
  await saveFact(db, 'mean-shown', mean)
  await queries.fade(db, mean)
}

const BOOST_LASTS = minutes(30)

export async function boost(context: Deps, viewer: Viewer): Promise<Date> {
  lookingAs(context, viewer)
  return unitOfWork(context, asMember(viewer.account.id), async ({ tx, now }) => {
    if (!isPremium(viewer.account, now)) throw new ApiError('premium_required', 'One boost a month is part of premium.')
    const ends = later(now, BOOST_LASTS)
    const month = `${now.toISOString().slice(0, 7)}-01`
    if (!(await queries.takeBoost(tx, viewer.account.id, month, now, ends)))
      throw new ApiError('conflict', "This month's boost is used. The next one comes with the next month.")
    return ends
  })
}
