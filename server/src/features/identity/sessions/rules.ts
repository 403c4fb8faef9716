import { days, hours, minutes, seconds } from '../../../infra/clock.ts'

export const lifetimes = {
  member: { idle: days(14), absolute: days(90) },
  administrator: { idle: minutes(30), absolute: hours(12) },
}

export const lifetimeOf = (account: { is_admin: boolean }) =>
  account.is_admin ? lifetimes.administrator : lifetimes.member

/** For how long a used refresh token still leads to its successor: tabs that refresh at the same moment all succeed. */
export const REPLAY_WITHIN = seconds(30)

type SessionState = { ended_at: Date | null; state: string; ends_at: Date; last_used_at: Date; is_admin: boolean }

export const isUsable = (session: SessionState, now: Date): boolean =>
  session.ended_at === null &&
  session.state !== 'erased' &&
  session.ends_at > now &&
  now.getTime() - session.last_used_at.getTime() <= lifetimeOf(session).idle
