import { ApiError, message, Replacement, type Text } from '@kindred/contract'
import { type Language, languageOf } from '@kindred/contract/languages'
import { createItem, parsePo, type PoItem, stringifyPo } from 'pofile-ts'
import { keyOf } from '../../../infra/language/key-of.ts'
import { replacementOf } from '../../../infra/language/own-texts.ts'
import { allTexts, oursIn } from '../../../infra/language/all-texts.ts'
import { problemOf } from './check-texts.ts'

// Texts as .po files, which translators know. In one for English, the translations are the operator's own words.

/** All texts of a language, with the saved replacements. */
export function exportPo(language: Language): string {
  const items = [...allTexts()].map(([key, known]) => ({
    ...createItem(),
    msgctxt: known.context ?? null,
    msgid: known.text,
    msgstr: [replacementOf(language, key) ?? oursIn(language, known)],
    extractedComments: [...known.notes],
  }))
  const headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  return stringifyPo({ headers, headerOrder: Object.keys(headers), items }, { foldLength: 0 })
}

type Problem = { text: string; problem: Text }
export type Imported = { replacements: Replacement[]; problems: Problem[] }

type Entry = { key: string; problem: Text } | { key: string; replacement: Replacement | null }

/** Null for words that are the same as ours, and undefined for an entry without words. */
function entryOf(language: Language, { msgid, msgctxt, msgstr, obsolete }: PoItem): Entry | undefined {
  const [words = ''] = msgstr
  if (msgid === '' || obsolete || words.trim() === '') return undefined
  const key = keyOf(msgid, msgctxt)
  const known = allTexts().get(key)
  if (known && words === oursIn(language, known)) return { key, replacement: null }
  const parsed = Replacement.safeParse({ text: msgid, ...(msgctxt ? { context: msgctxt } : {}), replacement: words })
  if (!parsed.success) return { key, problem: message('This text is too long, or has characters we can’t store.') }
  const problem = problemOf(language, parsed.data)
  return problem ? { key, problem } : { key, replacement: parsed.data }
}

/** More entries than all of our texts, or a line longer than any of them, would only keep the server busy. */
const MOST_ENTRIES = 20_000
const MOST_LINES = 10 * MOST_ENTRIES
const LONGEST_LINE = 20_000
/** The parser joins the lines of the header one by one, each time from the first. */
const LONGEST_HEADER = 20_000

/** The parser's header ends at the latest with the first text, or with the empty line after the empty text. */
function headerLength(po: string): number {
  const [empty, first] = [po.indexOf('msgid ""'), po.search(/msgid[^\S\n]+"[^"]/)]
  const ends = [first, empty < 0 ? -1 : po.indexOf('\n\n', empty)].filter((end) => end >= 0)
  return Math.min(po.length, ...ends)
}

/** Reads lines as the parser does, which ignores spaces around them, and the mark of those that are no longer used. */
function assertUsable(po: string): void {
  let [lines, entries, empty, isLong] = [0, 0, 0, headerLength(po) > LONGEST_HEADER]
  for (let [line, next] = [0, 0]; line < po.length && !isLong; line = next + 1) {
    lines++
    next = po.indexOf('\n', line)
    if (next < 0) next = po.length
    const text = po.slice(line, Math.min(next, line + LONGEST_LINE)).trim()
    if (text === '') empty++
    else if (/^(?:#~\s*)?msgid/.test(text)) entries++
    isLong = next - line > LONGEST_LINE || lines > MOST_LINES || Math.max(entries, empty) > MOST_ENTRIES
  }
  if (isLong) throw new ApiError('invalid_request', 'This file is too large for our texts. Export it again.')
}

/** Spaces end with the line, or the expression would read a run of empty lines again from each of them. */
const hasEntry = (po: string): boolean => /^[^\S\r\n\u2028\u2029]*msgid "/m.test(po)

const inOtherLanguage = (language: Language, reader: Language) => {
  const name = new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language
  return new ApiError('invalid_request', message('This file is in {name}.', { name }))
}

/** Only words that differ from ours become replacements. What the file doesn't contain stays. */
export function importPo(
  language: Language,
  file: string,
  current: readonly Replacement[],
  reader: Language,
): Imported {
  const po = file.replaceAll('\r\n', '\n')
  const all = new Map(current.map((each) => [keyOf(each.text, each.context), each]))
  const problems: Problem[] = []
  if (!hasEntry(po)) throw new ApiError('invalid_request', 'This isn’t a .po file.')
  assertUsable(po)
  const { headers, items } = parsePo(po)
  const written = languageOf(headers['Language'] ?? '')
  if (written && written !== language) throw inOtherLanguage(written, reader)
  for (const item of items) {
    const entry = entryOf(language, item)
    if (!entry) continue
    if ('problem' in entry) problems.push({ text: item.msgid, problem: entry.problem })
    else if (entry.replacement) all.set(entry.key, entry.replacement)
    else all.delete(entry.key)
  }
  return { replacements: [...all.values()], problems }
}
