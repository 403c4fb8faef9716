import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { isStaff, type RoleColumns } from '../../../infra/staff.ts'
import { Refusal } from '../refusals.ts'

export type Acting = { id: string } & RoleColumns

/**
 * A condition on reports `r`: only administrators handle reports about staff and by staff, so that no one judges
 * themselves, their friends or people they reported.
 */
const isForAdministrators = sql<boolean>`exists (select from identity_people p
  where p.id in (r.about_id, r.reporter_id) and (p.is_admin or p.staff_role is not null))`

const isAboutOneOfSeveral = (viewerId: string) => sql<boolean>`(r.about_id = ${viewerId} and exists (
  select from identity_people p where p.is_admin and p.state <> 'erased' and p.id <> ${viewerId}))`

const isForOthers = (viewer: Acting): RawBuilder<boolean> =>
  viewer.is_admin ? isAboutOneOfSeveral(viewer.id) : isForAdministrators

export const handledBy = (viewer: Acting): RawBuilder<boolean> =>
  isStaff(viewer) ? sql<boolean>`(${isForOthers(viewer)}) is not true` : sql<boolean>`true`

/** Hides a report from staff who may not handle it. Members have checks of their own. */
export async function assertMayHandle(db: Db | Tx, viewer: Acting, id: string): Promise<void> {
  if (!isStaff(viewer)) return
  const { rows } = await sql`select from reports r where r.id = ${id} and ${isForOthers(viewer)}`.execute(db)
  if (rows.length > 0) throw new Refusal('no_report')
}
