import { CURRENCY } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'

// The catalogs of the server's texts. Their keys are the English texts, which also stand in for missing translations.

const FOLDER = join(import.meta.dirname, '../../locales')

type Catalog = {
  /** What translators wrote, by the English. */
  translations: ReadonlyMap<string, string>
  /** The texts that have been written before, compiled. */
  i18n: I18n
}

const catalogs = new Map<Language, Catalog>()

function readTranslations(language: Language): Catalog['translations'] {
  // The code has the English. Its file is for translators only.
  if (language === 'en') return new Map()
  const { items } = parsePo(readFileSync(join(FOLDER, `${language}.po`), 'utf8'))
  return new Map(items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text] as const] : [])))
}

/** A catalog is read when the first text is written in its language. */
function catalogOf(language: Language): Catalog {
  const known = catalogs.get(language)
  if (known) return known
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  const catalog = { translations: readTranslations(language), i18n }
  catalogs.set(language, catalog)
  return catalog
}

export const isTranslated = (language: Language, text: string): boolean => catalogOf(language).translations.has(text)

/** Styles for numbers: `{amount, number, price}`. */
const formats = { price: { style: 'currency', currency: CURRENCY } } as const

/** Fills in the values of a text. It is compiled once for each language. */
export function fillIn(language: Language, text: string, values: Record<string, string | number>): string {
  const { translations, i18n } = catalogOf(language)
  if (!Object.hasOwn(i18n.messages, text))
    i18n.load(language, { [text]: compileMessage(translations.get(text) ?? text) })
  return i18n._(text, values, { formats })
}
