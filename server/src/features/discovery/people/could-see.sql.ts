import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { pairMark } from '../eligibility/relations.sql.ts'

const haveMatched = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`
  exists (select from matches where a_id = least(${one}, ${other}) and b_id = greatest(${one}, ${other}))`

/**
 * The viewer swiped, blocked or reported the person, has a super like from them, was ever matched with them, or was
 * shown them lately.
 */
export async function haveMet(tx: Tx, viewerId: string, id: string): Promise<boolean> {
  const [me, them] = [sql`${viewerId}::uuid`, sql`${id}::uuid`]
  const { rows } = await sql<{ yes: boolean }>`
    with choice as materialized (
      select chosen_id from choices where chooser_id = ${me} and chosen_id = ${them}
      union all
      select chooser_id from likes_received where chosen_id = ${me} and chooser_id = ${them} and action = 'superlike'
        and reached)
    select exists (select from choice)
      or exists (select from moderation_reporters where reporter_id = ${me} and about_id = ${them})
      or exists (select from views where viewer_id = ${me} and ${pairMark(me, them)} = any(recent))
      or exists (select from incognito_shown where viewer_id = ${me} and person_id = ${them})
      or exists (select from blocks where blocker_id = ${me} and blocked_id = ${them})
      or ${haveMatched(me, them)} as yes`.execute(tx)
  return rows[0]?.yes ?? false
}

type PictureRelation = { owner: string; shown: boolean; sent: boolean }

/** The relation is whether the picture is shown to the viewer in a profile or was sent to them. */
export async function pictureWithRelation(
  tx: Tx,
  viewerId: string,
  publicId: string,
): Promise<PictureRelation | undefined> {
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<Omit<PictureRelation, 'sent'> & { match_id: string | null }>`
    select p.account_id as owner,
      p.position is not null and p.review = 'shown'
        and (p.audience = 'everyone' or ${haveMatched(me, sql`p.account_id`)}) as shown,
      (select id from matches
        where a_id = least(${me}, p.account_id) and b_id = greatest(${me}, p.account_id)) as match_id
    from pictures p where p.public_id = ${publicId}`.execute(tx)
  const [picture] = rows
  if (!picture) return undefined
  const sent = await sql`
    select from messages where match_id = ${picture.match_id} and public_id = ${publicId} limit 1`.execute(tx)
  return { ...picture, sent: sent.rows.length > 0 }
}
