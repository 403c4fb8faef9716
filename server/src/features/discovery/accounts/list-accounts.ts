import { normalized, type UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { dayIn } from '../../../infra/zones.ts'
import { ageBuckets, countAlike } from '../../operations/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import { boundsOf, type AccountFilters } from './account-filters.sql.ts'
import { countAccounts, pageOfRows, type Page } from './accounts.sql.ts'
import { bornBetween } from './rules.ts'

const MOST_COUNTED = 10_000
/** Larger counts are cached (infra/memory.ts). */
const EXPENSIVE = 5000

export type AccountPageInput = UserFilters & Page

export async function toAccountFilters(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: UserFilters,
): Promise<AccountFilters> {
  const { status, type, joined, until, timeZone = 'UTC', gender, age, complete } = input
  const search = input.search && normalized(input.search.trim(), 'NFC')
  const bucket = ageBuckets.find((each) => each.bucket === age)
  return {
    search,
    status,
    type,
    joined: joined ? await boundsOf(db, joined, timeZone) : undefined,
    before: until ? (await boundsOf(db, until, timeZone)).before : undefined,
    gender,
    born: bucket && bornBetween(bucket, dayIn(timeZone, clock.now())),
    complete: complete === 'true',
  }
}

export async function pageOfAccounts(context: Pick<Deps, 'db' | 'clock' | 'memory'>, input: AccountPageInput) {
  const { page, limit, sort, after } = input
  const now = context.clock.now()
  const filters = await toAccountFilters(context, input)
  const onlineSince = later(now, -ONLINE_FOR)
  const [rows, total] = await Promise.all([
    pageOfRows(context.db, filters, onlineSince, now, { sort, after, page, limit }),
    totalOf(context, filters, onlineSince, now),
  ])
  return { rows, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

/** Exact from the dashboard's stats if they have the same filters; otherwise some seconds old. */
function totalOf({ db, memory }: Pick<Deps, 'db' | 'memory'>, filters: AccountFilters, onlineSince: Date, now: Date) {
  const { search, status, joined, before, born } = filters
  if (!search && !joined && !before && !born && status !== 'online') return countAlike(db, { ...filters, status }, now)
  return memory.cache(
    `users ${JSON.stringify(filters)}`,
    () => countAccounts(db, filters, onlineSince, now, search ? MOST_COUNTED : null),
    (count) => count > EXPENSIVE,
  )
}
