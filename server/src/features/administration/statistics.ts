import { RecentUser, type Statistics } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { later } from '../../infra/clock.ts'
import { ONLINE_FOR, ownUser } from '../users/service.ts'
import { figures, LAST_MONTH, THIS_MONTH } from './figures.ts'
import * as queries from './queries.ts'
import { ageBuckets, checkZone, groupGenders, only } from './rules.ts'

const RECENT = 5
/** Above this, counting all of them takes long enough to be done for five seconds at once (infra/memory.ts). */
const MANY = 5000

const ranges = {
  '30d': { unit: 'day', periods: 30 },
  '6m': { unit: 'month', periods: 6 },
  '12m': { unit: 'month', periods: 12 },
  all: { unit: 'month', periods: null },
} as const

type Counting = Pick<Deps, 'db' | 'clock' | 'memory' | 'keys'>

/** The dashboard: its figures, which many thousand accounts make dear, and the newest of today. */
export async function statistics(context: Counting, zone: string, range: keyof typeof ranges): Promise<Statistics> {
  checkZone(zone)
  const [figures, recent] = await Promise.all([
    context.memory.remember(
      `figures ${zone} ${range}`,
      () => count(context, zone, range),
      ({ total }) => total > MANY,
    ),
    queries.newest(context.db, RECENT),
  ])
  return { ...figures, recent: recent.map((account) => only(RecentUser.shape, ownUser(context, account, null))) }
}

async function count({ db, clock }: Counting, zone: string, range: keyof typeof ranges) {
  const now = clock.now()
  const { periods, alike } = await figures(db, { now, onlineSince: later(now, -ONLINE_FOR), zone, ...ranges[range] })
  const sum = (which: (each: (typeof alike)[number]) => boolean) =>
    alike.reduce((total, each) => total + (which(each) ? each.count : 0), 0)
  return {
    at: now.toISOString(),
    total: sum(() => true),
    vip: sum(({ vip }) => vip),
    active: sum(({ active }) => active),
    online: sum(({ online }) => online),
    newThisMonth: sum(({ month }) => month === THIS_MONTH),
    newLastMonth: sum(({ month }) => month === LAST_MONTH),
    profileComplete: sum(({ complete }) => complete),
    emailVerified: sum(({ verified }) => verified),
    growth: periods.map((month, at) => ({
      month,
      total: sum(({ period }) => period === at + 1),
      vip: sum(({ period, vip }) => vip && period === at + 1),
    })),
    gender: groupGenders(
      [...new Set(alike.map(({ gender }) => gender))].map((gender) => ({
        gender,
        count: sum((each) => each.gender === gender),
      })),
    ),
    // The youngest have the highest place.
    age: ageBuckets.map(({ bucket }, at) => ({ bucket, count: sum(({ age }) => age === ageBuckets.length - at) })),
  }
}
