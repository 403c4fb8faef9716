import type { Db, Tx } from '../../../infra/db/db.ts'

export const blocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('blocks')
    .innerJoin('accounts', 'accounts.id', 'blocks.blocked_id')
    .select(['accounts.id', 'accounts.first_name', 'blocks.at'])
    .where('blocker_id', '=', accountId)
    .orderBy('blocks.at', 'desc')
    .execute()

export const isAccount = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined

export const insertBlock = (tx: Tx, blocker_id: string, blocked_id: string, at: Date) =>
  tx
    .insertInto('blocks')
    .values({ blocker_id, blocked_id, at })
    .onConflict((row) => row.doNothing())
    .execute()

export const deleteBlock = (db: Db, blocker: string, blocked: string) =>
  db.deleteFrom('blocks').where('blocker_id', '=', blocker).where('blocked_id', '=', blocked).execute()
