import type { Configuration, ConfigurationVersion } from '@kindred/contract'
import type { Config } from '../../../config.ts'
import type { VersionRow } from './configurations.sql.ts'
import { defaults } from './defaults.ts'

/** A stored configuration. A setting that is newer than the stored version has its default. */
export const toConfiguration = ({ BRAND_NAME, SUPPORT_EMAIL }: Config, content: unknown): Configuration => ({
  brand: BRAND_NAME,
  supportEmail: SUPPORT_EMAIL,
  ...defaults,
  // The table takes only what the contract has parsed as a configuration, so its content is one, or part of one.
  ...(content as Partial<Configuration>),
})

/** Version 0 is the configuration as it was installed. Nobody has changed it, so it has no row. */
export const toVersionEntry = (row: VersionRow | undefined) => ({
  version: row?.version ?? 0,
  changedBy: row ? row.changer || 'Deleted member' : null,
  changedAt: row?.changed_at.toISOString() ?? null,
  reason: row?.reason ?? null,
})

export const toVersion = (config: Config, row: VersionRow | undefined): ConfigurationVersion => ({
  ...toVersionEntry(row),
  configuration: toConfiguration(config, row?.content),
})
