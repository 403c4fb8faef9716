import type { Db } from '../../../infra/db/db.ts'

// What the installation knows of itself: each fact has one room that writes it, under a key of its own.

export const factOf = async (db: Db, key: string): Promise<unknown> =>
  (await db.selectFrom('facts').select('value').where('key', '=', key).executeTakeFirst())?.value

export const saveFact = (db: Db, key: string, value: unknown) =>
  db
    .insertInto('facts')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((row) => row.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
