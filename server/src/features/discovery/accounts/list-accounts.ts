import type { UserFilters } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { later } from '../../../infra/clock.ts'
import { dayIn } from '../../../infra/zones.ts'
import { ageBuckets, countAlike } from '../../operations/index.ts'
import { ONLINE_FOR } from '../../profiles/index.ts'
import * as queries from './accounts.sql.ts'
import { bornBetween } from './rules.ts'

/** What is searched for is counted so far, and no further. */
const MOST_COUNTED = 10_000
/** More than this are counted for five seconds at once (infra/memory.ts). */
const MANY = 5000

export type PageAsked = UserFilters & Parameters<typeof queries.users>[4]

/** The filters as the database is asked for them. */
export async function wishFrom({ db, clock }: Pick<Deps, 'db' | 'clock'>, asked: UserFilters): Promise<queries.Wish> {
  const { status, type, joined, until, timeZone = 'UTC', gender, age, complete } = asked
  const search = asked.search?.trim().normalize('NFC')
  const bucket = ageBuckets.find((each) => each.bucket === age)
  return {
    search,
    status,
    type,
    joined: joined ? await queries.boundsOf(db, joined, timeZone) : undefined,
    before: until ? (await queries.boundsOf(db, until, timeZone)).before : undefined,
    gender,
    born: bucket && bornBetween(bucket, dayIn(timeZone, clock.now())),
    complete: complete === 'true',
  }
}

/** One page of the users who fit, as the database has them. */
export async function pageOfUsers(context: Pick<Deps, 'db' | 'clock' | 'memory'>, asked: PageAsked) {
  const { page, limit, sort, after } = asked
  const now = context.clock.now()
  const wish = await wishFrom(context, asked)
  const onlineSince = later(now, -ONLINE_FOR)
  const [rows, total] = await Promise.all([
    queries.users(context.db, wish, onlineSince, now, { sort, after, page, limit }),
    countUsers(context, wish, onlineSince, now),
  ])
  return { rows, pagination: { page, limit, total, pages: Math.ceil(total / limit) } }
}

/** Of those who are told apart by what is counted anyway, that number; of the others one that is at most five seconds old. */
function countUsers({ db, memory }: Pick<Deps, 'db' | 'memory'>, wish: queries.Wish, onlineSince: Date, now: Date) {
  const { search, status, joined, before, born } = wish
  if (!search && !joined && !before && !born && status !== 'online') return countAlike(db, { ...wish, status }, now)
  return memory.remember(
    `users ${JSON.stringify(wish)}`,
    () => queries.count(db, wish, onlineSince, now, search ? MOST_COUNTED : null),
    (count) => count > MANY,
  )
}
