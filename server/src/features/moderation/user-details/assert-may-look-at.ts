import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { RoleColumns } from '../../../infra/staff.ts'
import { assertMayActOn } from '../administration/assert-may-act-on.ts'
import { isInvolved } from '../administration/involved.sql.ts'
import { Refusal } from '../refusals.ts'

export async function assertMayLookAt(db: Db, viewer: { id: string } & RoleColumns, id: string): Promise<void> {
  const { rows } = await sql<{ id: string } & RoleColumns>`
    select id, is_admin, staff_role from identity_people where id = ${id}`.execute(db)
  if (!rows[0]) return
  assertMayActOn(viewer, rows[0])
  if (await isInvolved(db, viewer.id, id, 'knows')) throw new Refusal('involved')
}
