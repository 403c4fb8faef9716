import type { Card } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { comparisonsOf, type Comparisons } from '../compatibility/compare.ts'
import { today, viewerCriteria, type ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import { seePeople } from '../people/spend-views.ts'
import { candidatePool, eligibleAmong, fetchLikersAndBoosts } from './candidates.sql.ts'
import { isHeldOut } from './holdout.ts'
import { currentOrder } from './order-groups.sql.ts'
import { currentOutcomes } from './order-outcomes.sql.ts'
import { rankCandidates, rankLikers } from './rank-candidates.ts'
import { BLOCK, composePage, seededRandom } from './rules.ts'
import { toCard } from './to-card.ts'
import { secretSeed, turnsFor } from './turns.ts'
import { readCursor, short, writeCursor, type Place } from './deck-cursor.ts'

const MOST_LIKERS = 100
const MOST_SERVED = 400

type Calling = Deps & Answering
type DeckRequest = { viewer: Viewer; criteria: ViewerCriteria; comparisons: Comparisons }

/** It is composed as a whole, so that no part of it reveals more than another. */
async function nextBlock(
  context: Deps,
  { criteria, comparisons }: DeckRequest,
  served: readonly string[],
): Promise<Place[]> {
  const before = new Set(served)
  const unserved = (ids: readonly string[]) => ids.filter((id) => !before.has(short(id)))
  const day = today(context)
  const [rows, { standing, likers, boosted, renewedOn }, orderOf, learned] = await Promise.all([
    candidatePool(context.indexScanDb, criteria, day, before.size),
    fetchLikersAndBoosts(context.db, criteria, day, MOST_LIKERS, MOST_SERVED),
    currentOrder(context),
    currentOutcomes(context),
  ])
  const outcomes = isHeldOut(context.lastingKeys, criteria.id) ? null : learned
  const turn = turnsFor(context.keys, criteria.id)
  const field = { standing, orderOf, outcomes, turn, now: criteria.now, served: before }
  const order = await rankCandidates(rows, field, comparisons, BLOCK)
  const random = seededRandom(secretSeed(context.keys, criteria.id, renewedOn.toISOString(), String(served.length)))
  return composePage(order, rankLikers(likers, field), unserved(boosted), BLOCK, random)
}

/** Excludes people who have been blocked or swiped since an earlier page. */
async function stillEligible(context: Deps, { criteria }: DeckRequest, rest: readonly Place[]): Promise<Place[]> {
  if (rest.length === 0) return []
  const ids = rest.map(({ id }) => id)
  const eligible = new Set(await eligibleAmong(context.db, criteria, today(context), ids))
  return rest.filter(({ id }) => eligible.has(id))
}

/** The cursor has the people already served and the rest of the current page. */
export async function discover(context: Calling, viewer: Viewer, limit: number, cursor: string | undefined) {
  const criteria = viewerCriteria(context, viewer)
  if (viewer.account.state === 'paused') return { people: [], nextCursor: null }
  const request = { viewer, criteria, comparisons: comparisonsOf(context, criteria.id) }
  const walk = readCursor(cursor)
  const served = [...walk.served]
  let rest = await stillEligible(context, request, walk.rest)
  const page: Place[] = []
  let isShort = false
  while (page.length < limit && !isShort) {
    if (rest.length === 0) {
      rest = await nextBlock(context, request, served)
      // No one comes after a page with empty slots.
      isShort = rest.length < BLOCK
    }
    const taken = rest.slice(0, limit - page.length)
    rest = rest.slice(taken.length)
    page.push(...taken)
    served.push(...taken.map(({ id }) => short(id)))
  }
  const people = await cardsOf(context, request, page)
  const isOver = page.length < limit || served.length >= MOST_SERVED
  return { people, nextCursor: isOver ? null : writeCursor({ served, rest }) }
}

async function cardsOf(
  context: Calling,
  { viewer, comparisons }: DeckRequest,
  page: readonly Place[],
): Promise<Card[]> {
  const ids = page.map(({ id }) => id)
  const [rows, explained] = await Promise.all([seePeople(context, viewer, ids), comparisons.explained(ids)])
  const boosted = new Set(page.flatMap((place) => (place.boosted ? [place.id] : [])))
  return rows.map((row) => toCard(context, viewer, row, explained.get(row.id), boosted.has(row.id)))
}
