// For npm run words (catalogs.ts): collects the server's texts into the catalogs (server/src/locales), and reports
// missing translations. Existing translations are preserved.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createItem, parsePo, type PoItem, stringifyPo } from 'pofile-ts'
import { type Language, translated } from '../contract/src/languages.ts'
import { keyOf } from '../server/src/infra/language/key-of.ts'
import { problemIn as findProblem } from '../server/src/infra/language/problem-in.ts'
import { write } from '../server/src/infra/language/write.ts'
import { type FoundText, serverTexts } from './server-texts.ts'

export const catalogFile = (language: Language): string => `server/src/locales/${language}.po`

export const readItems = (language: Language): PoItem[] =>
  existsSync(catalogFile(language)) ? parsePo(readFileSync(catalogFile(language), 'utf8')).items : []

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

export function catalogFrom(texts: readonly FoundText[], language: Language, before: readonly PoItem[]): string {
  const known = new Map(before.map(({ msgid, msgctxt, msgstr }) => [keyOf(msgid, msgctxt), msgstr[0] ?? '']))
  const grouped = Map.groupBy(texts, ({ text, context }) => keyOf(text, context))
  const items = [...grouped].map(([key, places]) => ({
    ...createItem(),
    msgctxt: places[0]?.context ?? null,
    msgid: places[0]?.text ?? '',
    msgstr: [known.get(key) ?? ''],
    extractedComments: unique(places.flatMap(({ notes }) => notes)).slice(0, 3),
  }))
  const headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  return stringifyPo({ headers, headerOrder: Object.keys(headers), items }, { foldLength: 0 })
}

/** The problem of a translation in words, or undefined if it can be used. */
export function problemIn(...checked: Parameters<typeof findProblem>): string | undefined {
  const problem = findProblem(...checked)
  return problem && write('en', problem)
}

if (import.meta.main) {
  const { texts, problems } = serverTexts()
  for (const language of translated) {
    const catalog = catalogFrom(texts, language, readItems(language))
    mkdirSync(dirname(catalogFile(language)), { recursive: true })
    writeFileSync(catalogFile(language), catalog)
    const missing = readItems(language).filter(({ msgstr }) => !msgstr[0])
    console.log(`${language}: ${missing.length} of ${readItems(language).length} missing`)
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
