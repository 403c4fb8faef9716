import type { Configuration } from '@kindred/contract'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Configurations } from '../../../infra/db/schema.ts'

type Row = Selectable<Configurations> & { first_name: string | null; last_name: string | null }

const versions = (db: Db | Tx) =>
  db
    .selectFrom('configurations')
    .leftJoin('identity_people', 'identity_people.id', 'configurations.changed_by')
    .selectAll('configurations')
    .select(['identity_people.first_name', 'identity_people.last_name'])
    .orderBy('configurations.version', 'desc')

export const newest = (db: Db | Tx): Promise<Row | undefined> => versions(db).limit(1).executeTakeFirst()

export const byVersion = (db: Db, version: number): Promise<Row | undefined> =>
  versions(db).where('configurations.version', '=', version).executeTakeFirst()

export const list = (db: Db): Promise<Row[]> => versions(db).limit(100).execute()

/** What counts, without who said it: for whatever needs it on its way. */
export const content = (db: Db | Tx) =>
  db.selectFrom('configurations').select('content').orderBy('version', 'desc').limit(1).executeTakeFirst()

type Change = { changed: string[]; changed_by: string; changed_at: Date; reason: string | null }

export const add = async (tx: Tx, version: number, content: Configuration, change: Change): Promise<void> => {
  await tx
    .insertInto('configurations')
    .values({ version, content: JSON.stringify(content), ...change })
    .execute()
}
