// For npm run words (catalogs.ts): collects the server's texts into the catalogs (server/src/locales), and reports
// missing translations. Existing translations are preserved.
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createItem, parsePo, type PoItem, stringifyPo } from 'pofile-ts'
import { type Language, translated } from '../contract/src/languages.ts'
import { keyOf } from '../server/src/infra/language/catalogs.ts'
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

function valuesIn(message: string): Set<string> {
  const names = new Set<string>()
  const visit = (tokens: CompiledMessage): void => {
    for (const token of Array.isArray(tokens) ? tokens : []) {
      if (!Array.isArray(token)) continue
      const [name, , cases] = token
      names.add(String(name))
      if (typeof cases === 'object' && cases !== null)
        for (const each of Object.values(cases)) if (Array.isArray(each)) visit(each)
    }
  }
  visit(compileMessageOrThrow(message))
  return names
}

/** The values that every text has (web/src/api/isolate.ts, server/src/infra/language/write.ts). */
export const GIVEN = ['viewer']

/** The problem of a translation, or undefined if it can be used. `given` lists the values that every text has. */
export function problemIn(text: string, translation: string, given: readonly string[] = []): string | undefined {
  // A text without values is written unchanged.
  if (!text.includes('{') && given.length === 0)
    return translation.includes('{') ? 'It names a value that the text doesn’t have.' : undefined
  try {
    const [needed, named] = [valuesIn(text), valuesIn(translation)]
    for (const name of given) named.delete(name)
    const wrong = [...needed, ...named].filter((name) => !needed.has(name) || !named.has(name))
    return wrong.length > 0 ? `Its values differ: ${unique(wrong).join(', ')}.` : undefined
  } catch (error) {
    return `It isn’t an ICU message: ${error instanceof Error ? error.message : String(error)}`
  }
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
