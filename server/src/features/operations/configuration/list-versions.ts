import { ApiError, type ConfigurationVersion } from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { findNewestVersion, findVersion, findVersions } from './configurations.sql.ts'
import { toVersion, toVersionEntry } from './to-configuration.ts'

export const currentVersion = async ({
  config,
  db,
  caller,
}: { config: Config; db: Db | Tx } & Answering): Promise<ConfigurationVersion> =>
  toVersion(config, await findNewestVersion(db), caller.language)

export async function oneVersion(
  { config, db, caller }: Deps & Answering,
  version: number,
): Promise<ConfigurationVersion> {
  const row = version === 0 ? undefined : await findVersion(db, version)
  if (version > 0 && !row) throw new ApiError('not_found', 'We couldn’t find this version.')
  return toVersion(config, row, caller.language)
}

export const listVersions = async ({ db, caller }: Deps & Answering) =>
  (await findVersions(db)).map((row) => ({
    ...toVersionEntry(row, caller.language),
    changed: row.changed,
    changedById: row.changed_by,
  }))
