import { ApiError, type ConfigurationVersion } from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { findNewestVersion, findVersion, findVersions } from './configurations.sql.ts'
import { toVersion, toVersionEntry } from './to-configuration.ts'

export const currentVersion = async ({ config, db }: { config: Config; db: Db | Tx }): Promise<ConfigurationVersion> =>
  toVersion(config, await findNewestVersion(db))

export async function oneVersion({ config, db }: Deps, version: number): Promise<ConfigurationVersion> {
  const row = version === 0 ? undefined : await findVersion(db, version)
  if (version > 0 && !row) throw new ApiError('not_found', 'We couldn’t find this version.')
  return toVersion(config, row)
}

export const listVersions = async ({ db }: Deps) =>
  (await findVersions(db)).map((row) => ({
    ...toVersionEntry(row),
    changed: row.changed,
    changedById: row.changed_by,
  }))
