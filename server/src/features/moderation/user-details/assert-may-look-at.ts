import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { RoleColumns } from '../../../infra/staff.ts'

/** What is private of the team is for administrators, as what is done to it. */
export async function assertMayLookAt(db: Db, viewer: { id: string } & RoleColumns, id: string): Promise<void> {
  if (viewer.is_admin || viewer.id === id) return
  const { rows } = await sql`
    select from identity_people where id = ${id} and (is_admin or staff_role is not null)`.execute(db)
  if (rows.length > 0) throw new ApiError('forbidden', 'Only administrators can do this to someone on the team.')
}
