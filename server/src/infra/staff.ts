import { hasRight, rightsOfRole, staffRoles, type StaffRight, type StaffRole } from '@kindred/contract'
import { sql, type RawBuilder } from 'kysely'

/** `is_admin` takes precedence over `staff_role`. */
export type RoleColumns = { is_admin: boolean; staff_role: string | null }

export const roleOf = ({ is_admin, staff_role }: RoleColumns): StaffRole | null =>
  is_admin ? 'administrator' : (staffRoles.find((role) => role === staff_role) ?? null)

export const isStaff = (account: RoleColumns): boolean => roleOf(account) !== null

/** Checks a right on routes that members share. Other routes name the right in the contract. */
export const mayAs = (account: RoleColumns, right: StaffRight): boolean => hasRight(roleOf(account), right)

/** A condition on a row of `accounts` or `identity_people`. */
export const hasRightInSql = (row: string, right: StaffRight): RawBuilder<boolean> => {
  const roles = staffRoles.filter((role) => rightsOfRole[role].includes(right))
  return sql<boolean>`(${sql.ref(`${row}.is_admin`)} or ${sql.ref(`${row}.staff_role`)} = any(${roles}::text[]))`
}
