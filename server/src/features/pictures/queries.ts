import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '../../infra/db/db.ts'
import type { Pictures } from '../../infra/db/schema.ts'
import { hiddenFrom, liked, matched } from '../people/service.ts'

export type PictureRow = Selectable<Pictures>

export const add = (db: Db, picture: Insertable<Pictures>) => db.insertInto('pictures').values(picture).execute()

/** Holds the person's pictures: one change after another. */
export async function hold(tx: Tx, accountId: string): Promise<PictureRow[]> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  return tx.selectFrom('pictures').selectAll().where('account_id', '=', accountId).orderBy('position').execute()
}

/** Attaches them in this order, the first as the profile picture where `from` is 0. */
export const place = (tx: Tx, publicIds: readonly string[], from: number) =>
  sql`update pictures set position = given.at + ${from} from (select * from unnest(${publicIds}::text[]) with ordinality as g(public_id, n)) o
    cross join lateral (select (o.n - 1)::int as at) given where pictures.public_id = o.public_id`.execute(tx)

export const describe = (tx: Tx, publicId: string, values: { alt?: string; audience?: string; review?: string }) =>
  tx.updateTable('pictures').set(values).where('public_id', '=', publicId).execute()

export const remove = (tx: Tx, publicId: string) =>
  tx.deleteFrom('pictures').where('public_id', '=', publicId).execute()

export const picturesOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('profiles').select('pictures').where('account_id', '=', accountId).executeTakeFirst()

/** A picture with its owner's state, the account behind a session that still runs, and what is between the two. */
export const seenBy = (db: Db, publicId: string, sessionId: string, now: Date) => {
  const [owner, viewer] = [sql`owner.id`, sql`viewer.id`]
  return db
    .selectFrom('pictures')
    .innerJoin('accounts as owner', 'owner.id', 'pictures.account_id')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .innerJoin('accounts as viewer', 'viewer.id', 'sessions.account_id')
    .select(['pictures.account_id', 'pictures.position', 'pictures.audience', 'pictures.review'])
    .select(['owner.state as owner_state', 'owner.incognito', 'viewer.id as viewer_id'])
    .select(['viewer.state as viewer_state', 'viewer.is_admin as viewer_is_admin'])
    .select([
      sql<boolean>`exists (select from blocks where (blocker_id, blocked_id) in ((owner.id, viewer.id), (viewer.id, owner.id)))`.as(
        'blocked',
      ),
      hiddenFrom(viewer, owner).as('hidden'),
      sql<boolean>`exists (select from messages g join matches m on m.id = g.match_id
        where g.public_id = pictures.public_id and g.deleted_at is null and m.ended_at is null and viewer.id in (m.a_id, m.b_id))`.as(
        'told',
      ),
      matched(owner, viewer).as('matched'),
      liked(owner, viewer).as('likes_viewer'),
    ])
    .where('pictures.public_id', '=', publicId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.ends_at', '>', now)
    .where('viewer.state', '<>', 'erased')
    .executeTakeFirst()
}

export const neverAttached = (db: Db, before: Date) =>
  db
    .deleteFrom('pictures')
    .where('position', 'is', null)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (select from photo_checks c where c.public_id = pictures.public_id and status = 'waiting')
        and not exists (select from messages m where m.public_id = pictures.public_id)`,
    )
    .execute()

export const droppedFiles = (db: Db) => db.selectFrom('dropped_files').select('public_id').limit(500).execute()
export const forgetDropped = (db: Db, publicId: string) =>
  db.deleteFrom('dropped_files').where('public_id', '=', publicId).execute()
