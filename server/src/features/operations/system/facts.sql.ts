import type { Db } from '../../../infra/db/db.ts'

// Facts about this installation, such as how far a job has come. Each key is written by one room.

export const factOf = async (db: Db, key: string): Promise<unknown> =>
  (await db.selectFrom('facts').select('value').where('key', '=', key).executeTakeFirst())?.value

export const saveFact = (db: Db, key: string, value: unknown) =>
  db
    .insertInto('facts')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((row) => row.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
