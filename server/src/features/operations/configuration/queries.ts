import type { Configuration } from '@kindred/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Configurations } from '../../../infra/db/schema.ts'

export type VersionEntry = Omit<Selectable<Configurations>, 'content'> & { changer: string | null }
export type VersionRow = VersionEntry & { content: unknown }

const entries = (db: Db | Tx) =>
  db
    .selectFrom('configurations')
    .leftJoin('identity_people', 'identity_people.id', 'configurations.changed_by')
    .select([
      'configurations.version',
      'configurations.changed',
      'configurations.changed_by',
      'configurations.changed_at',
      'configurations.reason',
    ])
    .select(sql<string | null>`trim(identity_people.full_name)`.as('changer'))
    .orderBy('configurations.version', 'desc')

const versions = (db: Db | Tx) => entries(db).select('configurations.content')

export const findNewestVersion = (db: Db | Tx): Promise<VersionRow | undefined> =>
  versions(db).limit(1).executeTakeFirst()

export const findVersion = (db: Db, version: number): Promise<VersionRow | undefined> =>
  versions(db).where('configurations.version', '=', version).executeTakeFirst()

/** Without their content, which may be large. */
export const findVersions = (db: Db): Promise<VersionEntry[]> => entries(db).limit(100).execute()

export const findNewestNumber = async (db: Db | Tx): Promise<number> =>
  (await db.selectFrom('configurations').select('version').orderBy('version', 'desc').limit(1).executeTakeFirst())
    ?.version ?? 0

export const findContent = async (db: Db | Tx, version: number): Promise<unknown> =>
  (await db.selectFrom('configurations').select('content').where('version', '=', version).executeTakeFirst())?.content

type Change = { changed: string[]; changed_by: string; changed_at: Date; reason: string | null }

export const saveVersion = async (tx: Tx, version: number, content: Configuration, change: Change): Promise<void> => {
  await tx
    .insertInto('configurations')
    .values({ version, content: JSON.stringify(content), ...change })
    .execute()
}
