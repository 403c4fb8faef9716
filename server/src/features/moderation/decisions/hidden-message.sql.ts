import { sql } from 'kysely'
import type { Work } from '../../../work.ts'

/** The operator's commands have no open pages to tell, and leave jobs to the schedule of the server. */
export type Announcing = Pick<Work, 'tx' | 'now'> & Partial<Pick<Work<'bus' | 'jobs'>, 'bus' | 'jobs' | 'afterCommit'>>

type Changed = { match_id: string; a_id: string; b_id: string }

/**
 * Hides someone's message from both people, or shows it again. Their open pages follow. Returns whether it changed: a
 * message that its author deleted is already hidden, and stays so.
 */
export async function changeMessage(
  { tx, now, bus, afterCommit }: Announcing,
  how: 'hide' | 'show',
  { id, senderId }: { id: string; senderId: string },
): Promise<boolean> {
  const { rows } = await sql<Changed>`
    select m.id as match_id, m.a_id, m.b_id
    from chat_hide_message(${id}, ${senderId}, ${how === 'hide'}, ${now}) as changed(match_id)
      join matching_matches m on m.id = changed.match_id`.execute(tx)
  const [changed] = rows
  if (!changed) return false
  const { match_id: matchId, a_id, b_id } = changed
  afterCommit?.(() => bus?.toAccounts([a_id, b_id], { type: 'message.changed', matchId, messageId: id }))
  return true
}
