import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { isHeld } from '../voice-answers/reviews.sql.ts'

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
    where p.review = 'held' and p.position is not null order by p.created_at limit 100`.execute(db)
  return rows
}

export async function waitingChecks(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select c.id, a.id as account_id, a.full_name as name, c.pose, c.public_id,
      ${shownIds} as others, c.sent_at as at
    from photo_checks c join identity_people a on a.id = c.account_id
    where c.status = 'waiting' order by c.sent_at limit 100`.execute(db)
  return rows
}

/** How many pictures, photo checks and spoken answers wait, up to a limit of each. */
export async function countWaiting(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from (
      select from pictures where review = 'held' and position is not null limit ${most}) p)::int
    + (select count(*) from (select from photo_checks where status = 'waiting' limit ${most}) c)::int
    + (select count(*) from (
      select from profiles where voice_details ? 'heldAt' and ${isHeld} limit ${most}) v)::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Decides a waiting picture and returns its owner; undefined if another reviewer was faster. */
export const decidePicture = async (tx: Tx, id: string, to: 'shown' | 'refused'): Promise<string | undefined> =>
  (
    await tx
      .updateTable('pictures')
      .set({ review: to })
      .where('id', '=', id)
      .where('review', '=', 'held')
      .returning('account_id')
      .executeTakeFirst()
  )?.account_id

export const decidePhotoCheck = (tx: Tx, id: string, status: string, decided_by: string, decided_at: Date) =>
  tx
    .updateTable('photo_checks')
    .set({ status, decided_by, decided_at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning(['account_id', 'public_id'])
    .executeTakeFirst()

export const deleteSelfie = (tx: Tx, accountId: string, publicId: string) =>
  tx
    .deleteFrom('pictures')
    .where('account_id', '=', accountId)
    .where('public_id', '=', publicId)
    .where('position', 'is', null)
    .execute()
