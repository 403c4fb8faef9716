import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export const findHold = (db: Db, accountId: string) =>
  db
    .selectFrom('legal_holds')
    .leftJoin('identity_people', 'identity_people.id', 'legal_holds.set_by')
    .select(['reason', 'set_at', 'identity_people.full_name as set_by_name'])
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

export async function lockPerson(tx: Tx, id: string): Promise<boolean> {
  await sql`select identity_lock(${id})`.execute(tx)
  return (await tx.selectFrom('identity_people').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

type NewHold = { account_id: string; reason: string; set_by: string; set_at: Date }

export const insertHold = (tx: Tx, hold: NewHold) => tx.insertInto('legal_holds').values(hold).execute()

export async function liftHold(
  tx: Tx,
  accountId: string,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('legal_holds')
    .set({ lifted_by: by, lifted_at: at, lift_reason: reason })
    .where('account_id', '=', accountId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isAnyHeld(tx: Tx, accountIds: readonly (string | null)[]): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_legal_holds where account_id = any(${accountIds}::uuid[]) limit 1`.execute(tx)
  return rows.length > 0
}
