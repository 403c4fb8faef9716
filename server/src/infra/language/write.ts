import { storedMessage, type Text, type Value, type Values } from '@kindred/contract'
import { directionOf, type Language } from '@kindred/contract/languages'
import { fillIn, isTranslated } from './catalogs.ts'
import { keyOf } from './key-of.ts'
import { replacementOf } from './own-texts.ts'

/** The gender of a text's reader, for grammar. Texts for anyone have none. */
export type Gender = string | null | undefined

/**
 * Writes a text, or falls back to English. A text can vary by `viewer`, the gender of its reader, in languages that
 * address women and men differently. Texts for no one in particular, and for members with a gender in their own words,
 * are neutral.
 */
export function write(language: Language, text: Text, gender?: Gender): string {
  const { text: english, values, context } = typeof text === 'string' ? storedMessage(text) : text
  const key = keyOf(english, context)
  const into = language === 'en' || isTranslated(language, key) ? language : 'en'
  // Users' own texts aren't in a catalog, and only a text with values has any syntax.
  const isReplaced = into === 'en' && replacementOf(into, key) !== undefined
  if (into === 'en' && !isReplaced && (typeof text === 'string' || !english.includes('{'))) return english
  return fillIn(into, { text: english, key }, valuesIn(language, english, values, gender))
}

function valuesIn(
  language: Language,
  english: string,
  values: Values,
  gender: Gender,
): Record<string, string | number> {
  const written: Record<string, string | number> = { viewer: gender === 'woman' || gender === 'man' ? gender : 'other' }
  for (const name in values) {
    const value = values[name]
    if (value === undefined) continue
    // A value that only selects a variant is never shown, and direction marks around it would keep it from matching.
    const isChoice = typeof value === 'string' && english.includes(`{${name}, select,`)
    written[name] = isChoice ? value : valueIn(language, value, gender)
  }
  return written
}

export function valueIn(language: Language, value: Value, gender: Gender): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return isolated(value, language)
  if ('text' in value) return write(language, value, gender)
  return listsOf(language).format(value.map((each) => write(language, each, gender)))
}

const lists = new Map<Language, Intl.ListFormat>()

function listsOf(language: Language): Intl.ListFormat {
  const made = lists.get(language) ?? new Intl.ListFormat(language)
  lists.set(language, made)
  return made
}

const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const [ISOLATE, END] = ['\u2068', '\u2069']

/**
 * Isolates a value that runs in the other direction, such as a name or an address, so that the words around it stay in
 * place.
 */
export function isolated(value: string, language: Language): string {
  const against = directionOf(language) === 'rtl' ? leftToRight : rightToLeft
  return against.test(value) && !value.startsWith(ISOLATE) ? ISOLATE + value + END : value
}
