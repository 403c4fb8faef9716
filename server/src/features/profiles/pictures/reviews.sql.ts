import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { isHeld } from '../voice-answers/reviews.sql.ts'
import { deletePictures, writePictures } from './pictures.sql.ts'

export type WaitingRow = {
  id: string
  account_id: string
  name: string
  pose: string | null
  public_id: string
  others: string[]
  at: Date
}

const shownIds = sql`coalesce((select array_agg(o.public_id order by o.position) from pictures o
  where o.account_id = a.id and o.position is not null and o.review = 'shown'), '{}')`

export async function waitingPictures(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select p.id, a.id as account_id, a.full_name as name, null as pose, p.public_id,
      ${shownIds} as others, p.created_at as at
    from pictures p join identity_people a on a.id = p.account_id
    where p.review = 'held' and p.decided is null and p.position is not null order by p.created_at limit 100`.execute(
    db,
  )
  return rows
}

export async function waitingChecks(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.id, a.id as account_id, a.full_name as name, c.pose, c.public_id,
      ${shownIds} as others, c.sent_at as at
    from photo_checks c join identity_people a on a.id = c.account_id
    where c.status = 'waiting' and c.decision is null order by c.sent_at limit 100`.execute(db)
  return rows
}

export async function countWaiting(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from (
      select from pictures where review = 'held' and decided is null and position is not null
      limit ${most}) p)::int
    + (select count(*) from (
      select from photo_checks where status = 'waiting' and decision is null limit ${most}) c)::int
    + (select count(*) from (
      select from profiles where voice_details ? 'heldAt' and ${isHeld} and not voice_details ? 'decided'
      limit ${most}) v)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** A decision waits until it can no longer be undone. */
export type Decided = { shown: boolean; by: string; at: string; problem?: string; reason?: string }

export const notePictureDecision = async (tx: Tx, id: string, decided: Decided): Promise<string | undefined> =>
  (
    await tx
      .updateTable('pictures')
      .set({ decided: JSON.stringify(decided) })
      .where('id', '=', id)
      .where('review', '=', 'held')
      .where('decided', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export type TakingBack = { id: string; by: string; since: Date }

export async function forgetPictureDecision(tx: Tx, { id, by, since }: TakingBack): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`update pictures set decided = null
    where id = ${id} and review = 'held' and decided ->> 'by' = ${by}::text
      and (decided ->> 'at')::timestamptz > ${since} returning account_id`.execute(tx)
  return rows[0]?.account_id
}

const pending = {
  picture: (id: string) => sql`select decided ->> 'by' as by, (decided ->> 'at')::timestamptz as at from pictures
    where id = ${id} and review = 'held'`,
  check: (id: string) => sql`select decided_by::text as by, decided_at as at from photo_checks
    where id = ${id} and status = 'waiting'`,
  voice: (id: string) => sql`select voice_details #>> '{decided,by}' as by,
      (voice_details #>> '{decided,at}')::timestamptz as at from profiles
    where voice_details ? 'heldAt' and ${isHeld} and voice ->> 'fileId' = ${id}`,
}

export async function pendingDecision(tx: Tx, kind: keyof typeof pending, id: string) {
  const { rows } = await sql<{ by: string | null; at: Date | null }>`${pending[kind](id)}`.execute(tx)
  return rows[0]
}

export type Settled = { account_id: string; decided: Decided }

/** Applies the decision made `at` this time; undefined if it was undone, or the picture is gone. */
export async function applyPictureDecision(tx: Tx, id: string, at: string): Promise<Settled | undefined> {
  await sql`select identity_lock(account_id) from pictures where id = ${id}`.execute(tx)
  const { rows } = await sql<Settled>`
    with found as (
      select id, decided from pictures
      where id = ${id} and review = 'held' and decided ->> 'at' = ${at}::text for update)
    update pictures p set decided = null,
      review = case when (f.decided ->> 'shown')::boolean then 'shown' else 'refused' end
    from found f where p.id = f.id returning p.account_id, f.decided`.execute(tx)
  if (rows[0]) await writePictures(tx, rows[0].account_id)
  return rows[0]
}

export const noteCheckDecision = async (
  tx: Tx,
  id: string,
  { shown, by, at }: Pick<Decided, 'shown' | 'by' | 'at'>,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable('photo_checks')
      .set({ decision: shown ? 'accepted' : 'refused', decided_by: by, decided_at: at })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('decision', 'is', null)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const forgetCheckDecision = async (tx: Tx, { id, by, since }: TakingBack): Promise<string | undefined> =>
  (
    await tx
      .updateTable('photo_checks')
      .set({ decision: null, decided_by: null, decided_at: null })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('decision', 'is not', null)
      .where('decided_by', '=', by)
      .where('decided_at', '>', since)
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const applyCheckDecision = (tx: Tx, id: string, at: string) =>
  tx
    .updateTable('photo_checks')
    .set((eb) => ({ status: eb.fn.coalesce('decision', 'status'), decision: null }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('decision', 'is not', null)
    .where('decided_at', '=', new Date(at))
    .returning(['account_id', 'public_id', 'status'])
    .executeTakeFirst()

export const deleteSelfie = (tx: Tx, accountId: string, publicId: string) =>
  deletePictures(tx, sql`account_id = ${accountId} and public_id = ${publicId} and position is null`)
