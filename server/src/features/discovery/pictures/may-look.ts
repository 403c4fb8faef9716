import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../infra/picture-address.ts'
import { isInConversation, pictureSeenBy } from './queries.ts'
import { mayAs } from '../../../infra/staff.ts'

/**
 * Checks on each request the session that a photo's URL was made for, because anything may have changed in the
 * meantime. Staff see all photos only through the back office's URLs.
 */
export async function mayLook(
  { db, clock }: Deps,
  publicId: string,
  sessionId: string,
  reader: Reader,
): Promise<boolean> {
  const seen = await pictureSeenBy(db, publicId, sessionId, clock.now())
  if (!seen) return false
  if (seen.account_id === seen.viewer_id) return true
  if (reader === 'staff') return mayAs(seen, 'users.read') && isInGoodStanding(seen.viewer_state)
  if (!seen.accepted || seen.blocked || !isInGoodStanding(seen.owner_state) || !isInGoodStanding(seen.viewer_state))
    return false
  return isInProfile(seen) || (seen.match_id !== null && isInConversation(db, seen.match_id, publicId))
}

type Seen = NonNullable<Awaited<ReturnType<typeof pictureSeenBy>>>

function isInProfile({ position, review, audience, matched }: Seen): boolean {
  if (position === null || review !== 'shown') return false
  return audience === 'matches' ? matched === true : matched !== null
}

/** Accounts that left or were banned see nothing, and none of their photos are shown. */
const isInGoodStanding = (state: string): boolean => state === 'active' || state === 'paused'
