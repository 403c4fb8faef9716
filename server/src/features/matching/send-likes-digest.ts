import type { Deps } from '../../deps.ts'
import { days, later, startOfDay } from '../../infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'
import { recordLikeCounts } from '../delivery/index.ts'
import { countWaitingLikes, likedBetween } from './likes.sql.ts'
import { FEWEST_SHOWN_LIKES } from './rules.ts'

const PAGE_SIZE = 1000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Runs each night. Members without premium who got a like the day before learn how many people like them, if it is five
 * or more. If each like were announced as it arrives, members could guess that it came from a person they just saw.
 */
export async function sendLikesDigest(context: Deps): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const today = startOfDay(now)
  for (let afterId = LOWEST_ID; ;) {
    const liked = await likedBetween(db, later(today, -days(1)), today, afterId, PAGE_SIZE)
    const last = liked.at(-1)
    if (last === undefined) return
    const counts = await countWaitingLikes(db, liked, FEWEST_SHOWN_LIKES, now)
    await unitOfWork(context, SYSTEM, (work) => recordLikeCounts(work, counts, today))
    afterId = last
  }
}
