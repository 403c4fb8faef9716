import { ApiError, message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import { assertComplete, canReach } from '../discovery/index.ts'
import { lockPair, readChoice, saveNote } from './queries.ts'
import { likeCount } from './rules.ts'
import { assertTextNotHidden } from '../profiles/index.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork } from '../../work.ts'

/**
 * Adds a note to a like that was already sent, once, and only until its recipient was shown the like. The refusal is
 * the only sign of that, and it has no time.
 */
export async function addNote(context: Deps, viewer: Viewer, userId: string, note: string): Promise<void> {
  const { id } = viewer.account
  assertComplete(viewer)
  await assertTextNotHidden(context.db, id, note, 'note')
  await unitOfWork(context, asMember(id), async ({ tx, now }) => {
    await lockPair(tx, id, userId)
    const mine = await readChoice(tx, id, userId)
    const reached = await canReach({ db: tx }, id, userId)
    if (!reached || likeCount(mine) === 0) throw new ApiError('not_found', message('We couldn’t find this like.'))
    if (reached.matched) throw new ApiError('conflict', message('You’ve already matched, so write a message instead.'))
    if (!(await saveNote(tx, id, userId, note, now)))
      throw new ApiError('conflict', message('You can no longer add a note to this like.'))
  })
}
