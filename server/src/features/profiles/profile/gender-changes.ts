import { ApiError, type GenderGroup, type ProfileChange, message } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Updateable } from 'kysely'
import { days, hours, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { isGenderGroup, shownToOf } from '../users/gender-groups.ts'
import { lockGender, type GenderRow } from './profiles.sql.ts'

// People who appear in a member's search are looking for the member's gender. Repeated changes would reveal whom each
// of them is looking for. So would changing to which genders the member is shown.

const MOST_A_DAY = 2
const MOST_AT_ONCE = 2
const A_MONTH = days(30)
/** The job that ends the wait runs every ten minutes. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [hours(1), days(1) - minutes(10)]

export const isSameGender = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Groups are always stored in the same sequence. */
const areSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

type Change = Pick<ProfileChange, 'gender' | 'shownTo'>

/**
 * Columns of a changed gender, or of changed groups to be shown to. Choosing either for the first time, and changing
 * only capitals, doesn't count as a change.
 */
export async function changeGender(
  tx: Tx,
  accountId: string,
  change: Change,
  now: Date,
): Promise<Updateable<Profiles>> {
  if (change.gender === undefined && change.shownTo === undefined) return {}
  const before = await lockGender(tx, accountId)
  const gender = change.gender ?? before?.gender
  assertInOwnWords(gender, change.shownTo)
  if (!gender) return {}
  const columns = columnsOf(gender, change.shownTo, before, now)
  if (!before?.gender) return columns
  const isSame = isSameGender(before.gender, gender)
  const isFirstAnswer = isSame && before.shown_to === null
  const [old, chosen] = [shownToOf(before.gender, before.shown_to), shownToOf(gender, columns.shown_to)]
  if (isFirstAnswer || (isSame && areSame(old, chosen))) return columns
  return { ...columns, ...waitFor(before.gender, before, now) }
}

/**
 * A member who enters a gender in their own words is shown to the same people as before, until they choose others. With
 * one of the genders that people look for, there is nothing to choose.
 */
function columnsOf(
  gender: string,
  shownTo: readonly GenderGroup[] | undefined,
  before: GenderRow | undefined,
  now: Date,
) {
  if (isGenderGroup(gender.toLowerCase())) return { gender, shown_to: null, shown_to_at: null }
  if (shownTo) return { gender, shown_to: shownToOf(gender, shownTo), shown_to_at: now }
  if (!before?.gender) return { gender, shown_to: null, shown_to_at: null }
  if (!isGenderGroup(before.gender.toLowerCase())) return { gender, shown_to: before.shown_to }
  return { gender, shown_to: shownToOf(before.gender, null), shown_to_at: null }
}

/** For a gender entered by staff. It doesn't count as a change, and the same people as before see the member. */
export const correctGender = async (tx: Tx, accountId: string, gender: string, now: Date) =>
  columnsOf(gender, undefined, await lockGender(tx, accountId), now)

function assertInOwnWords(gender: string | null | undefined, shownTo: readonly GenderGroup[] | undefined): void {
  if (!shownTo) return
  const isChosen = gender && !isGenderGroup(gender.toLowerCase())
  if (isChosen || (gender && areSame(shownTo, shownToOf(gender, null)))) return
  const msg = message('You can choose this with a gender in your own words.')
  throw new ApiError('invalid_request', msg, { errors: [{ path: 'shownTo', msg }] })
}

/**
 * The time for which lists keep using the earlier gender and groups. A random wait is never replaced by a shorter one,
 * even if the member changes back before it ends.
 */
function waitFor(gender: string, before: GenderRow, now: Date) {
  const { found_gender, found_gender_until, gender_changes } = before
  const within = (duration: number) =>
    (gender_changes ?? []).filter((at) => now.getTime() - at.getTime() < duration).toSorted((a, b) => +a - +b)
  const [first, ...others] = within(days(1))
  if (first && others.length + 1 >= MOST_A_DAY) throw tooOften(first.getTime() + days(1) - now.getTime())
  const recent = within(A_MONTH)
  const changes = { gender_changes: [...recent.slice(-1), now] }
  if (found_gender === null && recent.length < MOST_AT_ONCE) return changes
  const drawn = now.getTime() + randomInt(SHORTEST_WAIT, LONGEST_WAIT)
  return {
    ...changes,
    found_gender: found_gender ?? gender,
    found_shown_to: found_gender === null ? before.shown_to : before.found_shown_to,
    found_gender_until: new Date(Math.max(drawn, found_gender_until?.getTime() ?? 0)),
  }
}

const tooOften = (wait: number) =>
  new ApiError(
    'rate_limited',
    'You can change your gender and who you’re shown to twice a day. Please try again tomorrow.',
    {
      retryAfter: Math.ceil(wait / 1000),
    },
  )

type Waiting = Pick<GenderRow, 'gender' | 'shown_to' | 'found_gender' | 'found_shown_to' | 'gender_changes'>

/** Tells the member about a pending change, but not its exact time. */
export function toWaitingGender(profile: Waiting | null) {
  const { gender, shown_to, found_gender, found_shown_to, gender_changes } = profile ?? {}
  const last = gender_changes?.at(-1)
  if (!gender || !found_gender || !last) return null
  const shownTo = shownToOf(found_gender, found_shown_to ?? null)
  if (isSameGender(gender, found_gender) && areSame(shownTo, shownToOf(gender, shown_to ?? null))) return null
  // Within the profile of a request, dates are texts.
  return { listedAs: found_gender, shownTo, by: new Date(new Date(last).getTime() + days(1)).toISOString() }
}
