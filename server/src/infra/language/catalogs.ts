import { CURRENCY } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'
import { keyOf } from './key-of.ts'
import { onTexts, replacementOf } from './own-texts.ts'

// The catalogs of the server's texts. The keys are the English texts, preceded by their context if they have one. The
// English text is also the fallback for a missing translation.

const FOLDER = join(import.meta.dirname, '../../locales')

type Catalog = {
  translations: ReadonlyMap<string, string>
  compiled: Map<string, CompiledMessage>
  i18n: I18n
}

export type Keyed = { text: string; key: string }

const catalogs = new Map<Language, Catalog>()

function readTranslations(language: Language): Catalog['translations'] {
  // English is in the code. Its file is for translators only.
  if (language === 'en') return new Map()
  const { items } = parsePo(readFileSync(join(FOLDER, `${language}.po`), 'utf8'))
  return new Map(
    items.flatMap(({ msgctxt, msgid, msgstr: [text] }) => (text ? [[keyOf(msgid, msgctxt), text] as const] : [])),
  )
}

/** Loads a catalog on the first use of its language. */
function catalogOf(language: Language): Catalog {
  const known = catalogs.get(language)
  if (known) return known
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  const catalog: Catalog = { translations: readTranslations(language), compiled: new Map(), i18n }
  catalogs.set(language, catalog)
  return catalog
}

/** True if the language has its own words for a text, from us or from the operator. */
export const isTranslated = (language: Language, key: string): boolean =>
  replacementOf(language, key) !== undefined || catalogOf(language).translations.has(key)

onTexts(() => {
  for (const { compiled } of catalogs.values()) compiled.clear()
})

function compiledOf(catalog: Catalog, language: Language, { text, key }: Keyed): CompiledMessage {
  const { translations, compiled, i18n } = catalog
  const known = compiled.get(key)
  if (known) return known
  const message = compileMessage(replacementOf(language, key) ?? translations.get(key) ?? text)
  compiled.set(key, message)
  i18n.load(language, { [key]: message })
  return message
}

/** `{amount, number, price}` is formatted in the currency of its values, which `inText` sets. */
const formatsFor = ({ currency = CURRENCY }: Readonly<Record<string, string | number>>) => ({
  // Direction marks may surround the currency code in right-to-left languages.
  price: { style: 'currency' as const, currency: String(currency).replace(/[^A-Z]/g, '') },
})

const isPlain = (token: CompiledMessage[number]): boolean => typeof token === 'string' || token.length === 1

export function fillIn(language: Language, keyed: Keyed, values: Readonly<Record<string, string | number>>): string {
  const catalog = catalogOf(language)
  const message = compiledOf(catalog, language, keyed)
  // Most texts have no plurals. Assembling these here makes a deck's cards several times faster.
  if (!message.every(isPlain)) return catalog.i18n._(keyed.key, values, { formats: formatsFor(values) })
  return message.map((token) => (typeof token === 'string' ? token : (values[token[0]] ?? ''))).join('')
}
