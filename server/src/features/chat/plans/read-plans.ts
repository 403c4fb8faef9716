import type { DatePlan, EarlierPlan, OpenPlan, PlanShare } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { noSuchMatch } from '../messages.ts'
import {
  openPair,
  openPlans,
  type Pair,
  pastPlans,
  plansBetween,
  plansOfMatch,
  plansSince,
  type PlanRow,
  shareOf,
  type ShareRow,
  sharesOfPlans,
  suggestedPlaces,
} from './queries.ts'
import { PAST_FOR, SHOWN_FOR } from './rules.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, toInstant } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { encrypt, type Keys, tryDecrypt } from '../../../infra/keys.ts'

/** The details of a friend's link besides its times, stored encrypted, one per line. */
type SharedDetails = { firstName: string; otherFirstName: string; place: string }

export const sealPlace = (keys: Keys, place: string): Buffer => encrypt(keys, 'plan', place)
export const sealDetails = (keys: Keys, details: SharedDetails): Buffer =>
  encrypt(keys, 'plan', [details.firstName, details.otherFirstName, details.place].join('\n'))

/** Null if TOKEN_SECRET was replaced without keeping the old one: the rest of the plan can still be read. */
export const openPlace = (keys: Keys, sealed: Buffer): string | null => tryDecrypt(keys, 'plan', sealed)

export function openDetails(keys: Keys, sealed: Buffer): SharedDetails | null {
  const [firstName, otherFirstName, place] = openPlace(keys, sealed)?.split('\n') ?? []
  return firstName === undefined || otherFirstName === undefined || place === undefined
    ? null
    : { firstName, otherFirstName, place }
}

export const toPlanShare = (keys: Keys, row: ShareRow): PlanShare => ({
  _id: row.id,
  startsAt: row.starts_at.toISOString(),
  place: openDetails(keys, row.details)?.place ?? null,
  checkAt: toInstant(row.check_at),
  expiresAt: row.expires_at.toISOString(),
  homeAt: toInstant(row.home_at),
})

/** Null for plans that no longer have to be shown. */
function toPlan(
  keys: Keys,
  viewerId: string,
  { row, share }: { row: PlanRow; share: ShareRow | undefined },
  now: Date,
): DatePlan | null {
  const { state } = row
  if (state === 'replaced' || state === 'done') return null
  const shownUntil =
    state === 'proposed' ? row.over_at : later(state === 'accepted' ? row.over_at : (row.decided_at ?? now), SHOWN_FOR)
  if (shownUntil <= now) return null
  return {
    _id: row.id,
    matchId: row.match_id,
    mine: row.proposer_id === viewerId,
    state,
    slots: row.slots.map((slot) => slot.toISOString()),
    place: openPlace(keys, row.place),
    startsAt: toInstant(row.starts_at),
    at: (row.decided_at ?? row.created_at).toISOString(),
    share: share && !share.cancelled_at ? toPlanShare(keys, share) : null,
  }
}

const outcomes = {
  declined: 'declined',
  replaced: 'replaced',
  proposed: 'expired',
  accepted: 'over',
  done: 'over',
} as const

function toEarlier(viewerId: string, row: PlanRow): EarlierPlan {
  const { state, starts_at } = row
  return {
    _id: row.id,
    mine: row.proposer_id === viewerId,
    outcome: state !== 'cancelled' ? outcomes[state] : starts_at ? 'cancelled' : 'withdrawn',
    times: (starts_at ? [starts_at] : row.slots).map((time) => time.toISOString()),
    at: (row.decided_at ?? row.created_at).toISOString(),
  }
}

export type SuggestedPlace = {
  id: string
  proposer_id: string
  place: string
  created_at: Date
  withdrawn_at: Date | null
}

/** The places that two people suggested to each other, oldest first, as evidence of a report. */
export async function suggestedBetween({ db, keys }: Pick<Deps, 'db' | 'keys'>, one: string, other: string) {
  const rows = await plansBetween(db, one, other)
  return rows.toReversed().flatMap(({ id, proposer_id, place, state, created_at, decided_at }): SuggestedPlace[] => {
    const text = openPlace(keys, place)
    const isWithdrawn = state === 'replaced' || state === 'cancelled'
    return text === null
      ? []
      : [{ id, proposer_id, place: text, created_at, withdrawn_at: isWithdrawn ? decided_at : null }]
  })
}

/** The places suggested since `firstId`, for monitoring. */
export async function placesSuggestedSince({ db, keys }: Pick<Deps, 'db' | 'keys'>, firstId: string, most: number) {
  const rows = await plansSince(db, firstId, most)
  return rows.flatMap(({ place, ...row }) => {
    const text = openPlace(keys, place)
    return text === null ? [] : [{ ...row, text }]
  })
}

export async function pairOf(db: Db | Tx, viewer: Viewer, matchId: string): Promise<Pair> {
  const pair = await openPair(db, viewer.account.id, matchId)
  if (!pair) throw noSuchMatch()
  return pair
}

/** The latest ones that a conversation shows. */
const MOST_PLANS = 20

export type Plans = { plan: DatePlan | null; earlier: EarlierPlan[] }

export async function readPlans(context: Deps, viewer: Viewer, matchId: string): Promise<Plans> {
  const { db, keys, clock } = context
  const pair = await pairOf(db, viewer, matchId)
  const rows = await plansOfMatch(db, matchId, pair.created_at, MOST_PLANS)
  const [row] = rows
  if (!row) return { plan: null, earlier: [] }
  const now = clock.now()
  const { id: viewerId } = viewer.account
  const plan = toPlan(keys, viewerId, { row, share: await shareOf(db, row.id, viewerId, now) }, now)
  const earlier = plan ? rows.slice(1) : rows
  return { plan, earlier: earlier.map((each) => toEarlier(viewerId, each)) }
}

const MOST_PLACES = 5

export async function listPlans(context: Deps, viewer: Viewer) {
  const { db, keys, clock } = context
  const { id: viewerId } = viewer.account
  const past = await pastPlans(db, viewerId, later(clock.now(), -PAST_FOR), later(clock.now(), -SHOWN_FOR))
  const suggested = await suggestedPlaces(db, viewerId)
  const places = new Set(suggested.flatMap(({ place }) => openPlace(keys, place) ?? []))
  return {
    plans: await listOpenPlans(context, viewerId),
    past: past.map(({ id, match_id, name, starts_at, place }) => ({
      _id: id,
      matchId: match_id,
      name: name ?? '',
      startsAt: starts_at.toISOString(),
      place: openPlace(keys, place),
    })),
    places: [...places].slice(0, MOST_PLACES),
  }
}

async function listOpenPlans({ db, keys, clock }: Deps, viewerId: string): Promise<OpenPlan[]> {
  const now = clock.now()
  const rows = await openPlans(db, viewerId, later(now, -SHOWN_FOR))
  if (rows.length === 0) return []
  const shares = await sharesOfPlans(
    db,
    viewerId,
    rows.map(({ id }) => id),
    now,
  )
  return rows.flatMap((row) => {
    const plan = toPlan(keys, viewerId, { row, share: shares.find(({ plan_id }) => plan_id === row.id) }, now)
    return plan ? [{ name: row.name ?? '', plan }] : []
  })
}
