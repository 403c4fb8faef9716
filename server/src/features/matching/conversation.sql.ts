import { sql, type RawBuilder } from 'kysely'
import { transaction, type Db, type Tx } from '../../infra/db/db.ts'

/** A match, and which of its two people the viewer is. */
export type Side = { id: string; side: 'a' | 'b' }

const columnsOf = (side: Side['side']) => ({
  read: sql.ref(`${side}_read`),
  received: sql.ref(`${side}_received`),
  unread: sql.ref(`${side}_unread`),
  muted: sql.ref(`${side}_muted`),
})

/** Moves the read mark forward, and the received mark with it. Returns false if it was there already. */
export async function markRead(db: Db, { id, side }: Side, seq: number): Promise<boolean> {
  const { read, received, unread } = columnsOf(side)
  const isMoved = async (tx: Db | Tx, left: RawBuilder<unknown>, isLast = sql<boolean>`true`) =>
    (
      await sql`
        update matches m set ${read} = ${seq}, ${received} = greatest(${received}, ${seq}), ${unread} = ${left}
        where id = ${id} and ${read} < ${seq} and ${isLast} returning 1`.execute(tx)
    ).rows.length > 0
  if (await isMoved(db, sql`0`, sql<boolean>`last_seq <= ${seq}`)) return true
  // There are newer ones. Nobody may write while they are counted.
  return transaction(db, async (tx) => {
    await sql`select from matches where id = ${id} for update`.execute(tx)
    const left = sql`(select count(*) from chat_messages n where n.match_id = m.id and n.seq > ${seq}
      and n.sender_id <> m.${sql.ref(`${side}_id`)} and n.deleted_at is null)`
    return isMoved(tx, left)
  })
}

export const markReceived = (db: Db, { id, side }: Side, seq: number) => {
  const { received } = columnsOf(side)
  return sql`update matches set ${received} = ${seq} where id = ${id} and ${received} < ${seq}`.execute(db)
}

/** Turns notifications about one conversation off or on. */
export const setMuted = (db: Db, { id, side }: Side, muted: boolean) =>
  sql`update matches set ${columnsOf(side).muted} = ${muted} where id = ${id}`.execute(db)

/** Has a match show its messages as they are now, after one of them was changed. */
export const showChanged = (db: Db | Tx, id: string) => sql`select matching_show_changed(${id})`.execute(db)
