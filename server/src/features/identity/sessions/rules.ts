import { days, hours, minutes, seconds } from '../../../infra/clock.ts'
import { isStaff, type RoleColumns } from '../../../infra/staff.ts'

const lifetimes = {
  member: { idle: days(14), absolute: days(90) },
  staff: { idle: minutes(30), absolute: hours(12) },
}

export const lifetimeOf = (account: RoleColumns) => (isStaff(account) ? lifetimes.staff : lifetimes.member)

/**
 * A used refresh token still leads to its successor for this long, so that tabs that refresh at the same moment all
 * succeed.
 */
export const REPLAY_WITHIN = seconds(30)

type SessionState = { ended_at: Date | null; state: string; ends_at: Date; last_used_at: Date } & RoleColumns

export const isUsable = (session: SessionState, now: Date): boolean =>
  session.ended_at === null &&
  session.state !== 'erased' &&
  session.ends_at > now &&
  now.getTime() - session.last_used_at.getTime() <= lifetimeOf(session).idle
