import { type Configuration, type ConfigurationVersion, message } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Config } from '../../../config.ts'
import { write } from '../../../infra/language/write.ts'
import type { VersionRow } from './configurations.sql.ts'
import { defaults } from './defaults.ts'

/** A setting that is newer than the stored version has its default. */
export const toConfiguration = ({ BRAND_NAME, SUPPORT_EMAIL }: Config, content: unknown): Configuration => ({
  brand: BRAND_NAME,
  supportEmail: SUPPORT_EMAIL,
  ...defaults,
  // The table takes only what the contract has parsed as a configuration, so its content is one, or part of one.
  ...(content as Partial<Configuration>),
})

/** Version 0 is the configuration as installed, which has no row. */
export const toVersionEntry = (row: VersionRow | undefined, language: Language) => ({
  version: row?.version ?? 0,
  changedBy: row ? row.changer || write(language, message('Deleted member')) : null,
  changedAt: row?.changed_at.toISOString() ?? null,
  reason: row?.reason ?? null,
})

export const toVersion = (config: Config, row: VersionRow | undefined, language: Language): ConfigurationVersion => ({
  ...toVersionEntry(row, language),
  configuration: toConfiguration(config, row?.content),
})
