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
export const deleteChoicesBetween = (tx: Tx, one: string, other: string) =>
  sql`select matching_forget_choices(${one}, ${other})`.execute(tx)
