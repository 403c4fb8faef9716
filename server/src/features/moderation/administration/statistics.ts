import { RecentUser, type Statistics } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { ONLINE_FOR, toOwnUser } from '../../profiles/index.ts'
import { ageBuckets, type Alike, countOnline, figures, LAST_MONTH, THIS_MONTH } from '../../operations/index.ts'
import { newestAccounts } from '../../discovery/index.ts'
import { groupGenders, only } from './rules.ts'

const RECENT = 5
const ranges = {
  '30d': { unit: 'day', periods: 30 },
  '6m': { unit: 'month', periods: 6 },
  '12m': { unit: 'month', periods: 12 },
  all: { unit: 'month', periods: null },
} as const

/** The newest are shown without their pictures: nobody has to be able to fetch them. */
const NO_SESSION = ''

type Counting = Pick<Deps, 'db' | 'clock' | 'keys'>

/** The dashboard: its figures, and the newest of today. */
export async function statistics(context: Counting, zone: string, range: keyof typeof ranges): Promise<Statistics> {
  const [figures, recent] = await Promise.all([count(context, zone, range), newestAccounts(context.db, RECENT)])
  return {
    ...figures,
    recent: recent.map((account) => only(RecentUser.shape, toOwnUser(context, NO_SESSION, account, null))),
  }
}

async function count({ db, clock }: Counting, zone: string, range: keyof typeof ranges) {
  const now = clock.now()
  const [{ periods, alike }, online] = await Promise.all([
    figures(db, { now, zone, ...ranges[range] }),
    countOnline(db, later(now, -ONLINE_FOR)),
  ])
  const sum = <K extends Alike['kind']>(kind: K, which: (each: Extract<Alike, { kind: K }>) => boolean) =>
    alike.reduce(
      (total, each) => total + (each.kind === kind && which(each as Extract<Alike, { kind: K }>) ? each.count : 0),
      0,
    )
  return {
    at: now.toISOString(),
    total: sum('traits', () => true),
    vip: sum('traits', ({ vip }) => vip),
    active: sum('traits', ({ active }) => active),
    online,
    newThisMonth: sum('joined', ({ month }) => month === THIS_MONTH),
    newLastMonth: sum('joined', ({ month }) => month === LAST_MONTH),
    profileComplete: sum('traits', ({ complete }) => complete),
    emailVerified: sum('traits', ({ verified }) => verified),
    growth: periods.map((month, at) => ({
      month,
      total: sum('joined', ({ period }) => period === at + 1),
      vip: sum('joined', ({ period, vip }) => vip && period === at + 1),
    })),
    gender: groupGenders(
      [...new Set(alike.flatMap((each) => (each.kind === 'traits' && each.count > 0 ? [each.gender] : [])))].map(
        (gender) => ({ gender, count: sum('traits', (each) => each.gender === gender) }),
      ),
    ),
    // The youngest have the highest place.
    age: ageBuckets.map(({ bucket }, at) => ({
      bucket,
      count: sum('born', ({ age }) => age === ageBuckets.length - at),
    })),
  }
}
