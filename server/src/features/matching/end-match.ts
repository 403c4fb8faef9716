import { sql } from 'kysely'
import type { Tx } from '../../infra/db/db.ts'

export const endMatch = (tx: Tx, id: string, endedBy: string, closing: string | null, now: Date) =>
  tx
    .updateTable('matches')
    .set({ ended_at: now, ended_by: endedBy, closing, a_like: null, b_like: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['a_id', 'b_id'])
    .executeTakeFirst()

/** An ended match starts again only if both like each other again, in the same deck. */
export async function deleteChoicesBetween(tx: Tx, one: string, other: string): Promise<void> {
  await sql`
    with mine as (delete from choices where chooser_id = ${one} and chosen_id = ${other}),
    theirs as (delete from choices where chooser_id = ${other} and chosen_id = ${one}),
    received as (delete from likes_received where chosen_id = ${one} and chooser_id = ${other})
    delete from likes_received where chosen_id = ${other} and chooser_id = ${one}`.execute(tx)
  await sql`
    with mine as (delete from friend_choices where chooser_id = ${one} and chosen_id = ${other})
    delete from friend_choices where chooser_id = ${other} and chosen_id = ${one}`.execute(tx)
}
