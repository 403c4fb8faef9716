import { type Language, translated } from '@kindred/contract/languages'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'
import { keyOf } from './key-of.ts'

// All texts of the product, from the catalogs of the web app and of the server. Each contains all English texts.

export type Listed = {
  text: string
  context?: string
  notes: readonly string[]
  onScreens: boolean
  inMessages: boolean
  /** Without English. */
  words: { [Other in Language]?: string | undefined }
}

const SOURCE = join(import.meta.dirname, '../../../..')
const folders = [
  { place: 'onScreens', folder: join(SOURCE, 'web/src/locales') },
  { place: 'inMessages', folder: join(SOURCE, 'server/src/locales') },
] as const

type Catalog = {
  place: (typeof folders)[number]['place']
  language: Language
  items: ReturnType<typeof parsePo>['items']
}

const catalogs = (): Catalog[] =>
  folders.flatMap(({ place, folder }) =>
    translated.flatMap((language) => {
      const file = join(folder, `${language}.po`)
      return existsSync(file) ? [{ place, language, items: parsePo(readFileSync(file, 'utf8')).items }] : []
    }),
  )

function readTexts(): ReadonlyMap<string, Listed> {
  const all = new Map<string, Listed>()
  for (const { place, language, items } of catalogs())
    for (const { msgid, msgctxt, msgstr, extractedComments, obsolete } of items) {
      if (obsolete || msgid === '') continue
      const key = keyOf(msgid, msgctxt)
      const fresh = { text: msgid, ...(msgctxt ? { context: msgctxt } : {}), onScreens: false, inMessages: false }
      const known = all.get(key) ?? { ...fresh, notes: extractedComments, words: {} }
      known[place] = true
      // A text of both has the same words in both.
      known.words[language] ??= msgstr[0] || undefined
      all.set(key, known)
    }
  return all
}

let read: ReadonlyMap<string, Listed> | undefined

/** Read once, on first use, because only the back office needs them. */
export const allTexts = (): ReadonlyMap<string, Listed> => (read ??= readTexts())

export const oursIn = (language: Language, { text, words }: Listed): string => words[language] ?? text
