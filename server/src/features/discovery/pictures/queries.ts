import { sql } from 'kysely'
import { notBlocked } from '../eligibility/queries.ts'
import type { Db } from '../../../infra/db/db.ts'

/** Includes the owner, the viewer behind an active session, and their relation. */
export const pictureSeenBy = (db: Db, publicId: string, sessionId: string, now: Date) => {
  const [owner, viewer] = [sql`owner.id`, sql`viewer.id`]
  return db
    .selectFrom('pictures')
    .innerJoin('accounts as owner', 'owner.id', 'pictures.account_id')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', sessionId))
    .innerJoin('accounts as viewer', 'viewer.id', 'sessions.account_id')
    .select(['pictures.account_id', 'pictures.position', 'pictures.audience', 'pictures.review'])
    .select(['owner.state as owner_state', 'viewer.id as viewer_id'])
    .select(['viewer.state as viewer_state', 'viewer.is_admin', 'viewer.staff_role'])
    .select([
      sql<boolean>`not ${notBlocked(owner, viewer)}`.as('blocked'),
      sql<string | null>`(select m.id from matches m
        where m.a_id = least(owner.id, viewer.id) and m.b_id = greatest(owner.id, viewer.id)
          and m.ended_at is null)`.as('match_id'),
      sql<boolean | null>`discovery_sees(viewer.id, owner.id)`.as('matched'),
      sql<boolean>`exists (select from profiles_consents where account_id = viewer.id and kind = 'terms')`.as(
        'accepted',
      ),
    ])
    .where('pictures.public_id', '=', publicId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.ends_at', '>', now)
    .where('viewer.state', '<>', 'erased')
    .executeTakeFirst()
}

/** True if the photo is in a message of a match that its author hasn't deleted. */
export const isInConversation = async (db: Db, matchId: string, publicId: string): Promise<boolean> =>
  (
    await sql`
      select from messages where match_id = ${matchId} and public_id = ${publicId} and deleted_at is null
      limit 1`.execute(db)
  ).rows.length > 0
