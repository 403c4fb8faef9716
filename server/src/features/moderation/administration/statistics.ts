import { RecentUser, type Statistics } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { later } from '../../../infra/clock.ts'
import { ONLINE_FOR, toOwnUser } from '../../profiles/index.ts'
import {
  ageBuckets,
  countOnline,
  findStats,
  LAST_MONTH_LATER,
  LAST_MONTH_SO_FAR,
  type Tally,
  THIS_MONTH,
} from '../../operations/index.ts'
import { newestAccounts } from '../../discovery/index.ts'
import { groupGenders } from './rules.ts'
import { only } from '../../../infra/only.ts'

const RECENT = 5
const ranges = {
  '30d': { unit: 'day', periods: 30 },
  '6m': { unit: 'month', periods: 6 },
  '12m': { unit: 'month', periods: 12 },
  all: { unit: 'month', periods: null },
} as const

/** The newest users are shown without pictures, so no session needs access to them. */
const NO_SESSION = ''

type Counting = Pick<Deps, 'db' | 'clock' | 'keys'> & Answering

export async function statistics(context: Counting, zone: string, range: keyof typeof ranges): Promise<Statistics> {
  const [stats, recent] = await Promise.all([toStats(context, zone, range), newestAccounts(context.db, RECENT)])
  return {
    ...stats,
    recent: recent.map((account) => only(RecentUser.shape, toOwnUser(context, NO_SESSION, account, null))),
  }
}

function sumOf<K extends Tally['kind']>(
  tallies: readonly Tally[],
  kind: K,
  isCounted: (tally: Extract<Tally, { kind: K }>) => boolean = () => true,
): number {
  const isOfKind = (tally: Tally): tally is Extract<Tally, { kind: K }> => tally.kind === kind
  return tallies.reduce((total, tally) => total + (isOfKind(tally) && isCounted(tally) ? tally.count : 0), 0)
}

async function toStats({ db, clock }: Counting, zone: string, range: keyof typeof ranges) {
  const now = clock.now()
  const [{ periods, tallies }, online] = await Promise.all([
    findStats(db, { now, zone, ...ranges[range] }),
    countOnline(db, later(now, -ONLINE_FOR)),
  ])
  const genders = new Set(tallies.flatMap((each) => (each.kind === 'traits' && each.count > 0 ? [each.gender] : [])))
  return {
    at: now.toISOString(),
    total: sumOf(tallies, 'traits'),
    vip: sumOf(tallies, 'traits', ({ vip }) => vip),
    active: sumOf(tallies, 'traits', ({ active }) => active),
    online,
    newThisMonth: sumOf(tallies, 'joined', ({ month }) => month === THIS_MONTH),
    newLastMonth: sumOf(tallies, 'joined', ({ month }) => month === LAST_MONTH_SO_FAR || month === LAST_MONTH_LATER),
    newLastMonthSoFar: sumOf(tallies, 'joined', ({ month }) => month === LAST_MONTH_SO_FAR),
    profileComplete: sumOf(tallies, 'traits', ({ complete }) => complete),
    emailVerified: sumOf(tallies, 'traits', ({ verified }) => verified),
    growth: periods.map((month, at) => ({
      month,
      total: sumOf(tallies, 'joined', ({ period }) => period === at + 1),
      vip: sumOf(tallies, 'joined', ({ period, vip }) => vip && period === at + 1),
    })),
    gender: groupGenders(
      [...genders].map((gender) => ({
        gender,
        count: sumOf(tallies, 'traits', (each) => each.gender === gender),
      })),
    ),
    age: ageBuckets.map(({ bucket }, at) => ({
      bucket,
      count: sumOf(tallies, 'born', ({ age }) => age === ageBuckets.length - at),
    })),
  }
}
