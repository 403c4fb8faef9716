import { sql } from 'kysely'
import { transaction, type Db, type Tx } from '../../infra/db/db.ts'

/** A match, and which of its two people the viewer is. */
export type Side = { id: string; side: 'a' | 'b' }

const columnsOf = (side: Side['side']) => ({
  read: sql.ref(`${side}_read`),
  shownRead: sql.ref(`${side}_shown_read`),
  received: sql.ref(`${side}_received`),
  unread: sql.ref(`${side}_unread`),
  muted: sql.ref(`${side}_muted`),
})

/**
 * Moves the read mark forward. Only if receipts are shown, the marks that the other person sees follow. Returns false if
 * the mark was there already.
 */
export async function markRead(db: Db, { id, side }: Side, seq: number, isShown: boolean): Promise<boolean> {
  const { read, shownRead, received, unread } = columnsOf(side)
  const mark = isShown ? shownRead : read
  const marks = isShown
    ? sql`${read} = greatest(${read}, ${seq}), ${shownRead} = ${seq}, ${received} = greatest(${received}, ${seq})`
    : sql`${read} = ${seq}`
  const all = await sql`
    update matches set ${marks}, ${unread} = 0
    where id = ${id} and ${mark} < ${seq} and last_seq <= ${seq} returning 1`.execute(db)
  if (all.rows.length > 0) return true
  // There are newer ones, which are counted.
  return transaction(db, async (tx) => {
    const some = await sql`update matches set ${marks} where id = ${id} and ${mark} < ${seq} returning 1`.execute(tx)
    if (some.rows.length > 0) await showMessages(tx, id)
    return some.rows.length > 0
  })
}

/** Moves the received mark forward, which the other person sees. */
export const markReceived = (db: Db, { id, side }: Side, seq: number) => {
  const { received } = columnsOf(side)
  return sql`update matches set ${received} = ${seq} where id = ${id} and ${received} < ${seq}`.execute(db)
}

/** Turns notifications about one conversation off or on. */
export const setMuted = (db: Db, { id, side }: Side, muted: boolean) =>
  sql`update matches set ${columnsOf(side).muted} = ${muted} where id = ${id}`.execute(db)

/**
 * Has a match show its messages as they are now, after one of them was changed, and returns its two people. Nobody may
 * write in the meantime.
 */
export async function showChanged(tx: Tx, id: string): Promise<{ a_id: string; b_id: string } | undefined> {
  await sql`select from matches where id = ${id} for update`.execute(tx)
  return showMessages(tx, id)
}

/** The same, once the match is locked: what was written before is seen by the statement after the lock. */
const showMessages = async (tx: Tx, id: string) =>
  (
    await sql<{ a_id: string; b_id: string }>`
      update matches m set
        (last_text, last_kind) = (select n.text, n.kind from chat_messages n
          where n.match_id = m.id and n.seq = m.last_seq and n.deleted_at is null),
        a_unread = (select count(*) from chat_messages n where n.match_id = m.id and n.seq > m.a_read
          and n.sender_id = m.b_id and n.deleted_at is null),
        b_unread = (select count(*) from chat_messages n where n.match_id = m.id and n.seq > m.b_read
          and n.sender_id = m.a_id and n.deleted_at is null)
      where m.id = ${id} returning m.a_id, m.b_id`.execute(tx)
  ).rows[0]
