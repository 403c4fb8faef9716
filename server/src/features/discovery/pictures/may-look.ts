import type { Deps } from '../../../deps.ts'
import { seenBy } from './may-look.sql.ts'

/**
 * Whether the session that a picture is addressed to may look at it now: asked at each fetch, since everything may have changed.
 */
export async function mayLook({ db, clock }: Deps, publicId: string, sessionId: string): Promise<boolean> {
  const seen = await seenBy(db, publicId, sessionId, clock.now())
  if (!seen) return false
  if (seen.account_id === seen.viewer_id || seen.viewer_is_admin) return true
  if (seen.blocked || !isHere(seen.owner_state) || !isHere(seen.viewer_state)) return false
  if (seen.told) return true
  if (seen.position === null || seen.review !== 'shown') return false
  const onBreak = seen.owner_state === 'paused' || seen.viewer_state === 'paused'
  const needsMatch = onBreak || seen.audience === 'matches' || seen.hidden
  return seen.matched || (!needsMatch && (!seen.incognito || seen.likes_viewer))
}

/** In good standing: whoever left or was taken out shows nothing, and is shown nothing. */
const isHere = (state: string): boolean => state === 'active' || state === 'paused'
