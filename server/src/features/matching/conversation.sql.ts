import { sql } from 'kysely'
import { transaction, type Db, type Tx } from '../../infra/db/db.ts'

export type Side = { id: string; side: 'a' | 'b' }

const columnsOf = (side: Side['side']) => ({
  read: sql.ref(`${side}_read`),
  shownRead: sql.ref(`${side}_shown_read`),
  received: sql.ref(`${side}_received`),
  unread: sql.ref(`${side}_unread`),
  muted: sql.ref(`${side}_muted`),
})

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
    const { rows } = await sql<Shown>`
      update matches set ${marks} where id = ${id} and ${mark} < ${seq} returning ${SHOWN}`.execute(tx)
    if (rows[0]) await showMessages(tx, rows[0])
    return rows.length > 0
  })
}

export const markReceived = (db: Db, { id, side }: Side, seq: number) => {
  const { received } = columnsOf(side)
  return sql`update matches set ${received} = ${seq} where id = ${id} and ${received} < ${seq}`.execute(db)
}

export const setMuted = (db: Db, { id, side }: Side, muted: boolean) =>
  sql`update matches set ${columnsOf(side).muted} = ${muted} where id = ${id}`.execute(db)

type Shown = { id: string; a_id: string; b_id: string; a_read: number; b_read: number; last_seq: number }
const SHOWN = sql`id, a_id, b_id, a_read, b_read, last_seq`

/**
 * Updates a match after one of its messages was changed, and returns its two people. The lock keeps both from writing
 * until then.
 */
export async function showChanged(tx: Tx, id: string): Promise<Pick<Shown, 'a_id' | 'b_id'> | undefined> {
  const { rows } = await sql<Shown>`select ${SHOWN} from matches where id = ${id} for update`.execute(tx)
  if (rows[0]) await showMessages(tx, rows[0])
  return rows[0]
}

/**
 * Has a match know its last message. Where messages are on another server (Citus), a crash at the wrong moment keeps a
 * message of which its match knows nothing, so that the next one would get the same number. Returns whether it did.
 */
export async function showLast(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<Shown>`select ${SHOWN} from matches where id = ${id} for update`.execute(tx)
  const [match] = rows
  const { rows: messages } = await sql<{ seq: number; sender_id: string; created_at: Date }>`
    select seq, sender_id, created_at from chat_messages where match_id = ${id} order by seq desc limit 1`.execute(tx)
  const [last] = messages
  if (!match || !last || last.seq <= match.last_seq) return false
  await sql`
    update matches set last_seq = ${last.seq}, last_sender_id = ${last.sender_id}, last_message_at = ${last.created_at}
    where id = ${id}`.execute(tx)
  await showMessages(tx, { ...match, last_seq: last.seq })
  return true
}

/** Once the match is locked: what was written before is seen by the statement after the lock. */
const showMessages = (tx: Tx, { id, a_id, b_id, a_read, b_read, last_seq }: Shown) =>
  sql`
    with shown as materialized (
      select max(n.text) filter (where n.seq = ${last_seq}) as text, max(n.kind) filter (where n.seq = ${last_seq}) as kind,
        count(*) filter (where n.seq > ${a_read} and n.sender_id = ${b_id}) as to_a,
        count(*) filter (where n.seq > ${b_read} and n.sender_id = ${a_id}) as to_b
      from chat_messages n
      where n.match_id = ${id} and n.seq > ${Math.min(a_read, b_read, last_seq - 1)} and n.deleted_at is null)
    update matches set last_text = shown.text, last_kind = shown.kind, a_unread = shown.to_a, b_unread = shown.to_b
    from shown where id = ${id}`.execute(tx)
