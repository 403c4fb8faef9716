import { type Configuration, type ConfigurationVersion, message, type Rule, translationIn } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Config } from '../../../config.ts'
import { defaults } from './defaults.ts'
import type { VersionEntry, VersionRow } from './queries.ts'
import { fillIn, isTranslated } from '../../../infra/language/catalogs.ts'
import { write } from '../../../infra/language/write.ts'

/** Prefers the operator's translation, then our catalog, then English. */
export const rulesIn = (rules: Configuration['rules'], language: Language): Rule[] =>
  rules.map(
    ({ translations, title, text }) =>
      translationIn(translations, language) ?? {
        title: write(language, title),
        text: write(language, text),
      },
  )

const open = { name: '{name}', report: '{report}', brand: '{brand}' }

/** Titles are in the staff member's language, texts in the reader's. */
export const repliesIn = (replies: Configuration['cannedReplies'], language: Language, staff: Language) =>
  replies.map(({ code, title, text, translations }) => {
    const own = language === 'en' ? text : translationIn(translations, language)
    // Operators' texts have no placeholder syntax, so only our own are filled in.
    return {
      code,
      title: write(staff, title),
      text: own ?? (isTranslated(language, text) ? fillIn(language, { text, key: text }, open) : text),
    }
  })

/** A setting that is newer than the stored version gets its default. */
export const toConfiguration = ({ BRAND_NAME, SUPPORT_EMAIL }: Config, content: unknown): Configuration => ({
  brand: BRAND_NAME,
  supportEmail: SUPPORT_EMAIL,
  ...defaults,
  // Only configurations that the contract has parsed are stored, so the content is a full or partial one.
  ...(content as Partial<Configuration>),
})

/** Version 0 is the configuration as installed, which has no row. */
export const toVersionEntry = (row: VersionEntry | undefined, language: Language) => ({
  version: row?.version ?? 0,
  changedBy: row ? row.changer || write(language, message('Deleted member')) : null,
  changedAt: row?.changed_at.toISOString() ?? null,
  reason: row?.reason ?? null,
})

export const toVersion = (config: Config, row: VersionRow | undefined, language: Language): ConfigurationVersion => ({
  ...toVersionEntry(row, language),
  configuration: toConfiguration(config, row?.content),
})
