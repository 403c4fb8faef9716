import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** Serializes saving: of two concurrent searches, the second counts the first. */
export const lockSearches = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`searches ${accountId}`}, 0))`.execute(tx)

export const searchesOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('saved_searches').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const insertSearch = (tx: Tx, account_id: string, name: string, query: object, created_at: Date) =>
  tx
    .insertInto('saved_searches')
    .values({ account_id, name, query: JSON.stringify(query), created_at })
    .execute()

export const deleteSearch = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('saved_searches').where('account_id', '=', accountId).where('id', '=', id).execute()
