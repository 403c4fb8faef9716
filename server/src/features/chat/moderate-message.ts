import { sql } from 'kysely'
import type { Work } from '../../work.ts'
import { showChanged } from '../matching/index.ts'
import type { Place } from './message-places.sql.ts'
import { uncountMessage } from './messages.sql.ts'

/** The operator's commands have no open pages to notify. */
type Announcing = Pick<Work, 'tx' | 'now'> & Partial<Pick<Work<'bus'>, 'bus' | 'afterCommit'>>

/**
 * Hides a message from both people, or shows it again. Their open pages follow. Returns false if nothing changed: a
 * message that its author deleted is already hidden, and stays so.
 */
export async function moderateMessage(
  { tx, now, bus, afterCommit }: Announcing,
  how: 'hide' | 'show',
  { id, match_id: matchId }: Place,
  senderId: string,
): Promise<boolean> {
  const hidden = how === 'hide' ? now : null
  const { numAffectedRows } = await sql`
    update messages set deleted_at = ${hidden}, hidden_at = ${hidden}
    where match_id = ${matchId} and id = ${id} and sender_id = ${senderId}
      and ${how === 'hide' ? sql`deleted_at is null` : sql`hidden_at is not null`}`.execute(tx)
  const match = numAffectedRows && (await showChanged(tx, matchId))
  if (!match) return false
  if (how === 'hide') await uncountMessage(tx, { id, match_id: matchId }, match)
  const event = { type: 'message.changed', matchId, messageId: id } as const
  afterCommit?.(() => bus?.toAccounts([match.a_id, match.b_id], event))
  return true
}
