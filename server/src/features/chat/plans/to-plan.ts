import type { DatePlan, PlanShare, SharedPlan } from '@kindred/contract'
import { encrypt, type Keys, tryDecrypt } from '../../../infra/keys.ts'
import { later } from '../../../infra/clock.ts'
import type { ShareRow } from './plan-shares.sql.ts'
import type { PlanRow } from './plans.sql.ts'
import { SHOWN_FOR } from './rules.ts'

/** The details of a friend's link besides times. They are stored encrypted, one per line. */
export type SharedDetails = { firstName: string; otherFirstName: string; place: string }

export const sealPlace = (keys: Keys, place: string): Buffer => encrypt(keys, 'plan', place)
export const sealDetails = (keys: Keys, details: SharedDetails): Buffer =>
  encrypt(keys, 'plan', [details.firstName, details.otherFirstName, details.place].join('\n'))

/** Null if TOKEN_SECRET was replaced without keeping the old one: the rest of the plan can still be read. */
export const openPlace = (keys: Keys, sealed: Buffer): string | null => tryDecrypt(keys, 'plan', sealed)

function openDetails(keys: Keys, sealed: Buffer): SharedDetails | null {
  const [firstName, otherFirstName, place] = openPlace(keys, sealed)?.split('\n') ?? []
  return firstName === undefined || otherFirstName === undefined || place === undefined
    ? null
    : { firstName, otherFirstName, place }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const toPlanShare = (keys: Keys, row: ShareRow): PlanShare => ({
  _id: row.id,
  startsAt: row.starts_at.toISOString(),
  place: openDetails(keys, row.details)?.place ?? null,
  checkAt: iso(row.check_at),
  expiresAt: row.expires_at.toISOString(),
  homeAt: iso(row.home_at),
})

/** Null once the plan needn't be shown any longer. */
export function toPlan(
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
    startsAt: iso(row.starts_at),
    share: share && !share.cancelled_at ? toPlanShare(keys, share) : null,
  }
}

export function toSharedPlan(keys: Keys, row: ShareRow & { is_off: boolean }, now: Date): SharedPlan | null {
  const details = openDetails(keys, row.details)
  if (!details) return null
  return {
    ...details,
    startsAt: row.starts_at.toISOString(),
    checkAt: iso(row.check_at),
    expiresAt: row.expires_at.toISOString(),
    state: stateOf(row, now),
    homeAt: iso(row.home_at),
  }
}

type Shown = Pick<ShareRow, 'home_at' | 'cancelled_at' | 'check_at'> & { is_off: boolean }

function stateOf({ home_at, cancelled_at, check_at, is_off }: Shown, now: Date): SharedPlan['state'] {
  if (home_at) return 'home'
  if (cancelled_at || is_off) return 'cancelled'
  return check_at && check_at <= now ? 'late' : 'planned'
}
