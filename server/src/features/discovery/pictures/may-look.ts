import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../infra/picture-address.ts'
import { pictureSeenBy } from './may-look.sql.ts'
import { mayAs } from '../../../infra/staff.ts'

/**
 * Whether the session that a picture's URL was made for may see the picture. This is checked on each request, because
 * anything may have changed since the URL was made. Staff see all pictures by the back office's URLs only.
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
  if (seen.sent_to_viewer) return true
  if (seen.position === null || seen.review !== 'shown') return false
  if (seen.audience === 'matches') return seen.matched === true
  return seen.matched !== null
}

/** Accounts that left or were banned see nothing, and nothing of them is shown. */
const isInGoodStanding = (state: string): boolean => state === 'active' || state === 'paused'
