import type { Deps } from '../../deps.ts'
import { days, later, startOfDay } from '../../infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../work.ts'
import { recordLikeCounts } from '../delivery/index.ts'
import { likedBetween, saveAnnounced, withoutPremium } from './likes.sql.ts'
import { renewLikes } from './renew-likes.ts'

const PAGE_SIZE = 1000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Runs each night. Members without premium are notified that more people like them, once their bucket has risen. If
 * each like were announced, or each day with one, members could guess that it came from a person they just saw.
 */
export async function sendLikesDigest(context: Deps): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const today = startOfDay(now)
  for (let afterId = LOWEST_ID; ;) {
    // A like counts at the member's next renewal: within a day, and a night passes until it is announced.
    const liked = await likedBetween(db, later(now, -days(2)), now, afterId, PAGE_SIZE)
    const last = liked.at(-1)
    if (last === undefined) return
    const shown = await renewLikes(context, await withoutPremium(db, liked, now))
    await unitOfWork(context, SYSTEM, async (work) => {
      await saveAnnounced(work.tx, shown)
      await recordLikeCounts(
        work,
        shown.filter(({ likes, announced }) => likes > announced),
        today,
      )
    })
    afterId = last
  }
}
