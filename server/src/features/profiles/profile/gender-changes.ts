import { ApiError } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Updateable } from 'kysely'
import { days, hours, minutes } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Profiles } from '../../../infra/db/schema.ts'
import { lockGender, type GenderRow } from './profiles.sql.ts'

// Who appears in a member's search looks for the member's gender. Changing it again and again would show whom each of
// them looks for.

const MOST_A_DAY = 2
/** So many changes within a month have an effect at once. */
const MOST_AT_ONCE = 2
const A_MONTH = days(30)
/** The job that ends the wait runs every ten minutes. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [hours(1), days(1) - minutes(10)]

export const isSameGender = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The columns of a changed gender. Choosing one for the first time, and writing it in other letters, is no change. */
export async function changeGender(
  tx: Tx,
  accountId: string,
  gender: string,
  now: Date,
): Promise<Updateable<Profiles>> {
  const before = await lockGender(tx, accountId)
  if (!before?.gender || isSameGender(before.gender, gender)) return { gender }
  return { gender, ...waitFor(before.gender, before, now) }
}

/**
 * How long lists go on finding the member by the gender before. A wait that has been drawn is never replaced by a
 * shorter one, even if the member changes back meanwhile.
 */
function waitFor(gender: string, { found_gender, found_gender_until, gender_changes }: GenderRow, now: Date) {
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
    found_gender_until: new Date(Math.max(drawn, found_gender_until?.getTime() ?? 0)),
  }
}

const tooOften = (wait: number) =>
  new ApiError('rate_limited', 'You can change your gender twice a day. Please try again tomorrow.', {
    retryAfter: Math.ceil(wait / 1000),
  })

/** What a member learns about a change that lists don't know yet: not when exactly they will. */
export function toWaitingGender(
  profile: Pick<GenderRow, 'gender' | 'found_gender' | 'gender_changes'> | null,
): { listedAs: string; by: string } | null {
  const { gender, found_gender, gender_changes } = profile ?? {}
  const last = gender_changes?.at(-1)
  if (!gender || !found_gender || !last || isSameGender(gender, found_gender)) return null
  // Within the profile of a request, dates are texts.
  return { listedAs: found_gender, by: new Date(new Date(last).getTime() + days(1)).toISOString() }
}
