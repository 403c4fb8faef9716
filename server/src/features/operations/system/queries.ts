import type { Db, Tx } from '../../../infra/db/db.ts'

// Facts about this installation, such as the progress of a job. Only one feature writes each key.

export const factOf = async (db: Db, key: string): Promise<unknown> =>
  (await db.selectFrom('facts').select('value').where('key', '=', key).executeTakeFirst())?.value

export const lockFact = async (tx: Tx, key: string): Promise<unknown> =>
  (await tx.selectFrom('facts').select('value').where('key', '=', key).forUpdate().executeTakeFirst())?.value

export const saveFact = (db: Db, key: string, value: unknown) =>
  db
    .insertInto('facts')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((row) => row.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
