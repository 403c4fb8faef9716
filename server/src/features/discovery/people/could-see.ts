import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import { canReach } from './service.ts'

/** Whether somebody is there for this viewer to see, or was: whom one chose or matched can be reported after a block, too. */
export async function couldSee(tx: Tx, viewerId: string, id: string): Promise<boolean> {
  if (id === viewerId || (await canReach({ db: tx }, viewerId, id))) return true
  const [me, them] = [sql`${viewerId}::uuid`, sql`${id}::uuid`]
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select from choices where chooser_id = ${me} and chosen_id = ${them}) or ${haveMatched(me, them)} as yes`.execute(
    tx,
  )
  return rows[0]!.yes
}

/** A picture in the profile of somebody whom this viewer could see, or in a message to them. */
export async function couldSeePicture(tx: Tx, viewerId: string, publicId: string): Promise<boolean> {
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<{ owner: string; shown: boolean; sent: boolean }>`
    select p.account_id as owner,
      p.position is not null and p.review = 'shown' and (p.audience = 'everyone' or ${haveMatched(me, sql`p.account_id`)}) as shown,
      exists (select from messages g join matches m on m.id = g.match_id
        where g.public_id = p.public_id and ${me} in (m.a_id, m.b_id)) as sent
    from pictures p where p.public_id = ${publicId}`.execute(tx)
  const [picture] = rows
  if (!picture) return false
  if (picture.sent || picture.owner === viewerId) return true
  return picture.shown && couldSee(tx, viewerId, picture.owner)
}

/** Also where the match has ended. */
const haveMatched = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from matches where a_id = least(${one}, ${other}) and b_id = greatest(${one}, ${other}))`
