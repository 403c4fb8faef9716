import { ApiError, type Message } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork, type Work } from '../../work.ts'
import { assertUnlimited, noSuchMessage } from './errors.ts'
import { lockMessage, messageById, type MessageRow, saveReaction, updateMessage } from './messages.sql.ts'
import { openMatch } from './open-matches.sql.ts'
import { EDITABLE_FOR } from './rules.ts'
import { readerOf, toMessage } from './to-message.ts'

type MessagePath = { id: string; messageId: string }

export const editMessage = (context: Deps, viewer: Viewer, path: MessagePath, text: string): Promise<Message> =>
  changeMessage(context, viewer, path, ({ tx, now }, row) => {
    assertOwn(viewer, row)
    assertUnlimited(viewer.account, now)
    if (row.deleted_at || row.text === null || now.getTime() - row.created_at.getTime() > EDITABLE_FOR)
      throw new ApiError('conflict', 'You can edit a message for 15 minutes after you send it.')
    return updateMessage(tx, row, { text, edited_at: now })
  })

/** Deletes it for both people. Its text is kept only for reports about it. */
export const deleteMessage = (context: Deps, viewer: Viewer, path: MessagePath): Promise<Message> =>
  changeMessage(context, viewer, path, async ({ tx, now }, row) => {
    assertOwn(viewer, row)
    if (!row.deleted_at) await updateMessage(tx, row, { deleted_at: now })
    await saveReaction(tx, row, viewer.account.id, null)
  })

export const reactToMessage = (
  context: Deps,
  viewer: Viewer,
  path: MessagePath,
  emoji: string | null,
): Promise<Message> =>
  changeMessage(context, viewer, path, ({ tx, now }, row) => {
    if (emoji !== null) assertUnlimited(viewer.account, now)
    if (row.deleted_at) throw noSuchMessage()
    return saveReaction(tx, row, viewer.account.id, emoji)
  })

function assertOwn({ account }: Viewer, row: MessageRow): void {
  if (row.sender_id !== account.id) throw noSuchMessage()
}

async function changeMessage(
  context: Deps,
  viewer: Viewer,
  { id: matchId, messageId }: MessagePath,
  change: (work: Work, row: MessageRow) => Promise<unknown>,
): Promise<Message> {
  const { id: viewerId } = viewer.account
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const match = await openMatch(work.tx, viewerId, matchId)
    const row = match && (await lockMessage(work.tx, matchId, messageId))
    if (!match || !row) throw noSuchMessage()
    await change(work, row)
    const both = [viewerId, match.other_id]
    work.afterCommit(() => work.bus.toAccounts(both, { type: 'message.changed', matchId, messageId }))
  })
  const changed = await messageById(context.db, matchId, messageId)
  if (!changed) throw noSuchMessage()
  return toMessage(await readerOf(context, viewer), changed)
}
