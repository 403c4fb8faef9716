import { ApiError, type Statistics } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { isInGoodStanding } from '../../http/session.ts'
import { later } from '../../infra/clock.ts'
import { isOnline, ONLINE_FOR } from '../users/service.ts'
import * as queries from './queries.ts'
import { ageBuckets, groupGenders, lastMonths } from './rules.ts'

const MONTHS = 6
const RECENT = 5

/** The month that it is somewhere, as YYYY-MM; a place that there is not is refused. */
function monthIn(zone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit' })
      .format(now)
      .slice(0, 7)
  } catch {
    throw new ApiError('invalid_request', 'This is not a time zone.', {
      errors: [{ path: 'timeZone', msg: 'This is not a time zone.' }],
    })
  }
}

export async function statistics({ db, clock }: Pick<Deps, 'db' | 'clock'>, zone: string): Promise<Statistics> {
  const now = clock.now()
  const months = lastMonths(monthIn(zone, now), MONTHS)
  const [figures, newest] = await Promise.all([
    queries.figures(db, now, later(now, -ONLINE_FOR), zone, months[0]!),
    queries.newest(db, RECENT),
  ])
  const aged = Object.entries(figures.ages).map(([age, count]) => ({ age: Number(age), count }))
  return {
    at: now.toISOString(),
    total: figures.total,
    vip: 0,
    active: figures.active,
    online: figures.online,
    newThisMonth: figures.this_month,
    newLastMonth: figures.last_month,
    profileComplete: figures.complete,
    emailVerified: figures.verified,
    growth: months.map((month) => ({ month, total: figures.months[month] ?? 0, vip: 0 })),
    gender: groupGenders(Object.entries(figures.genders).map(([gender, count]) => ({ gender, count }))),
    age: ageBuckets.map(({ bucket, from, to }) => ({
      bucket,
      count: aged.filter(({ age }) => age >= from && age <= to).reduce((sum, { count }) => sum + count, 0),
    })),
    recent: newest.map((account) => ({
      _id: account.id,
      firstName: account.first_name,
      lastName: account.last_name,
      name: account.first_name,
      email: account.email,
      createdAt: account.created_at.toISOString(),
      isActive: isInGoodStanding(account),
      isVIP: false,
      isOnline: isOnline(account, now),
    })),
  }
}
