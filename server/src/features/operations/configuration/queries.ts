import type { Configuration } from '@kindred/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Configurations } from '../../../infra/db/schema.ts'

export type VersionRow = Selectable<Configurations> & { changer: string | null }

const versions = (db: Db | Tx) =>
  db
    .selectFrom('configurations')
    .leftJoin('identity_people', 'identity_people.id', 'configurations.changed_by')
    .selectAll('configurations')
    .select(sql<string | null>`trim(identity_people.full_name)`.as('changer'))
    .orderBy('configurations.version', 'desc')

export const findNewestVersion = (db: Db | Tx): Promise<VersionRow | undefined> =>
  versions(db).limit(1).executeTakeFirst()

export const findVersion = (db: Db, version: number): Promise<VersionRow | undefined> =>
  versions(db).where('configurations.version', '=', version).executeTakeFirst()

export const findVersions = (db: Db): Promise<VersionRow[]> => versions(db).limit(100).execute()

export const findContent = (db: Db | Tx) =>
  db.selectFrom('configurations').select('content').orderBy('version', 'desc').limit(1).executeTakeFirst()

type Change = { changed: string[]; changed_by: string; changed_at: Date; reason: string | null }

export const saveVersion = async (tx: Tx, version: number, content: Configuration, change: Change): Promise<void> => {
  await tx
    .insertInto('configurations')
    .values({ version, content: JSON.stringify(content), ...change })
    .execute()
}
