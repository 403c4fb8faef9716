import { languageOf, PSEUDO, translated } from '@kindred/contract/languages'
import { interestKeys, interests, promptKeys, prompts } from '@kindred/contract/profiles/suggestions'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accented } from './pseudo.ts'

// Reads the translated texts of the web app from web/src/locales.

/** A text parsed into its parts, as the app formats it. */
type Compiled = ReturnType<typeof compileMessageOrThrow>
/** Texts by their identifiers in the code. */
export type Catalog = Record<string, Compiled>

export const LOCALES = join(import.meta.dirname, '..', 'src', 'locales')

export const translatedLanguages: readonly string[] = [...translated, PSEUDO]

/** Any catalog would do, because each contains the English texts. */
const WITH_ENGLISH = 'de'

const po = formatter({ origins: false })

/** The texts of a catalog file with their translations. A missing translation is `''`. */
export async function entriesOf(language: string, folder = LOCALES): Promise<Map<string, [string, string]>> {
  const filename = join(folder, `${language}.po`)
  const parsed = await po.parse(readFileSync(filename, 'utf8'), { locale: language, sourceLocale: 'en', filename })
  return new Map(
    Object.entries(parsed)
      .filter(([, { obsolete }]) => !obsolete)
      .map(([id, { message, translation }]) => [id, [message ?? '', translation ?? '']]),
  )
}

function compiled(text: string, language: string, mapText?: (text: string) => string): Compiled {
  try {
    return compileMessageOrThrow(text, mapText)
  } catch (error) {
    throw new Error(`A text of ${language}.po cannot be read as ICU MessageFormat: ${text}`, { cause: error })
  }
}

/** Hashes don't compress, so each is cut to its shortest unique prefix of at least three characters. */
export function shortened(ids: readonly string[]): Map<string, string> {
  const count = new Map<string, number>()
  const prefixes = (id: string) => [3, 4, 5].map((length) => id.slice(0, length))
  for (const id of ids) for (const prefix of prefixes(id)) count.set(prefix, (count.get(prefix) ?? 0) + 1)
  return new Map(ids.map((id) => [id, prefixes(id).find((prefix) => count.get(prefix) === 1) ?? id]))
}

/** The identifier of each text in the built app. */
export const shortIds = async (folder = LOCALES): Promise<Map<string, string>> =>
  shortened([...(await entriesOf(WITH_ENGLISH, folder)).keys()])

/** The texts of a language. Missing translations are left out, because the app has the English texts. */
export async function catalogOf(language: string, folder = LOCALES): Promise<Catalog> {
  const short = await shortIds(folder)
  const isPseudo = language === PSEUDO
  const entries = [...(await entriesOf(isPseudo ? WITH_ENGLISH : language, folder))]
  return Object.fromEntries(
    entries.flatMap(([hash, [message, translation]]): [string, Compiled][] => {
      const id = short.get(hash) ?? hash
      if (isPseudo) return [[id, compiled(message, language, accented)]]
      return translation === '' ? [] : [[id, compiled(translation, language)]]
    }),
  )
}

/** The words for suggested interests and prompts, which are in the contract. The app looks them up by key. */
export function suggestedWords(language: string): Catalog {
  const wordsOf = (keys: readonly string[], { wordFor }: typeof interests) =>
    keys.map((key): [string, Compiled] => {
      const word = wordFor(languageOf(language) ?? 'en', key)
      return [`suggested.${key}`, compiled(word, language, language === PSEUDO ? accented : undefined)]
    })
  return Object.fromEntries([...wordsOf(interestKeys, interests), ...wordsOf(promptKeys, prompts)])
}
