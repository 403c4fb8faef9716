import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { notifyOfLikes } from '../../delivery/index.ts'
import * as queries from './queries.ts'
import { FEWEST_COUNTED, startOfDay } from './rules.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'

const AT_ONCE = 1000
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Each night: people without premium hear how many like them, from five on, if somebody did the day before. A like that was told as
 * it came would give away who had just been shown them.
 */
export async function tellLikes(context: Deps): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const today = startOfDay(now)
  for (let after = FIRST; ;) {
    const liked = await queries.likedBetween(db, later(today, -days(1)), today, after, AT_ONCE)
    const last = liked.at(-1)
    if (last === undefined) return
    const counted = await queries.waitingLikes(db, liked, FEWEST_COUNTED, now)
    await unitOfWork(context, SYSTEM, (work) => notifyOfLikes(work, counted, today))
    after = last
  }
}
