import { languages } from '@kindred/contract/languages'
import { normalized } from '@kindred/contract/normalized'
import { MOST_ANSWERS, type OwnQuestion } from '@kindred/contract/profiles/own-questions'
import { isObject } from '../../api/failure.ts'
import type { Own } from './question-drafts.ts'

// Questions as files. A CSV has a line for each language of a question, and a JSON the questions as they are stored.

/** A question in one language, with its line in a CSV or its number in a JSON. */
export type Entry = {
  place: number
  id: string
  language: string
  text: string
  answers: string[]
  sensitive: boolean
}
export type FileProblem = 'empty' | 'encoding' | 'header' | 'json' | 'quotes'
/** The places of entries are lines, or questions of a JSON. */
export type Place = 'line' | 'question'
export type Read =
  | { entries: Entry[]; place: Place }
  | { problem: 'header'; missing: string[] }
  | { problem: Exclude<FileProblem, 'header'> }

// The same characters as in the server's lists (server/src/infra/db/csv.ts).
const starts = String.raw`=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212-`
const invisible = [
  String.raw`\s\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f`,
  String.raw`\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}`,
].join('')
const formula = `(?:[\\t\\r]|[${invisible}]*[${starts}])`
const isFormula = new RegExp(`^'*${formula}`, 'u')
const isSafe = new RegExp(`^'+${formula}`, 'u')

/** A leading apostrophe keeps a spreadsheet from running a text as a formula. Importing removes it. */
const safe = (text: string): string => (isFormula.test(text) ? `'${text}` : text)
const unsafe = (text: string): string => (isSafe.test(text) ? text.slice(1) : text)

/** As the server stores texts: without characters that no one sees (contract/src/text.ts). */
const hidden = /[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]/gu
const clean = (text: string): string => normalized(text, 'NFC').replace(hidden, '').trim()

const numbers = Array.from({ length: MOST_ANSWERS }, (_, at) => at)
const columns = ['id', 'language', 'question', ...numbers.map((at) => `answer${at + 1}`), 'sensitive']

const loadParser = () => import('papaparse').then((all) => all.default)

function rowsOf({ id, text, answers, translations, sensitive }: OwnQuestion): string[][] {
  const row = (language: string, words: Pick<OwnQuestion, 'text' | 'answers'>) => [
    id,
    language,
    ...[words.text, ...numbers.map((at) => words.answers[at] ?? '')].map(safe),
    sensitive && language === 'en' ? 'yes' : '',
  ]
  return languages.flatMap((language) => {
    const words = language === 'en' ? { text, answers } : translations?.[language]
    return words ? [row(language, words)] : []
  })
}

/** Starts with a mark by which spreadsheets recognize UTF-8. */
export async function toCsv(own: Own): Promise<string> {
  const { unparse } = await loadParser()
  return `\ufeff${unparse([columns, ...own.flatMap(rowsOf)], { newline: '\r\n' })}\r\n`
}

/** The columns, and a line as an example. Without an ID, importing it adds the question. */
export const template = (): Promise<string> =>
  toCsv([{ id: '', text: 'Mountains or the sea?', answers: ['Mountains', 'The sea', 'Both'] }])

export const toJson = (own: Own): string => `${JSON.stringify(own, null, 2)}\n`

const isYes = (cell: string): boolean => ['yes', 'true', '1', 'x'].includes(cell.trim().toLowerCase())

const withoutTrailing = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** Lines are counted as a text editor does, also within quotes. */
function entriesOf(rows: readonly (readonly string[])[]): Read {
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase())
  const missing = ['question', 'answer1', 'answer2'].filter((name) => !head.includes(name))
  if (missing.length > 0) return { problem: 'header', missing }
  let line = 1
  const entries: Entry[] = []
  for (const row of rows) {
    const cell = (name: string) => clean(unsafe((row[head.indexOf(name)] ?? '').trim()))
    const isHead = line === 1
    const place = line
    line += 1 + row.join('').split('\n').length - 1
    if (isHead || row.every((each) => each.trim() === '')) continue
    entries.push({
      place,
      id: cell('id'),
      language: cell('language'),
      text: cell('question'),
      // A seventh answer is noticed, rather than left out.
      answers: withoutTrailing([...numbers, MOST_ANSWERS].map((at) => cell(`answer${at + 1}`))),
      sensitive: isYes(cell('sensitive')),
    })
  }
  return entries.length > 0 ? { entries, place: 'line' } : { problem: 'empty' }
}

async function readCsv(text: string): Promise<Read> {
  const { parse } = await loadParser()
  // A comma within a question could mislead the parser’s own guess.
  const delimiter = /^[^,;\t\r\n]*([,;\t])/.exec(text)?.[1] ?? ','
  const { data, errors } = parse<string[]>(text, { delimiter })
  return errors.some(({ type }) => type === 'Quotes') ? { problem: 'quotes' } : entriesOf(data)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? clean(value) : '')
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])

function readJson(text: string): Read {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch {
    return { problem: 'json' }
  }
  const list = isObject(whole) && !Array.isArray(whole) ? (whole['questions'] ?? whole['own']) : whole
  if (!Array.isArray(list)) return { problem: 'json' }
  const entries = list.flatMap((each: unknown, at): Entry[] => {
    const question = isObject(each) ? each : {}
    const words = (language: string, own: Record<string, unknown>): Entry => ({
      place: at + 1,
      id: textOf(question['id']),
      language,
      text: textOf(own['text']),
      answers: textsOf(own['answers']),
      sensitive: question['sensitive'] === true,
    })
    const others = isObject(question['translations']) ? Object.entries(question['translations']) : []
    return [words('en', question), ...others.map(([language, own]) => words(language, isObject(own) ? own : {}))]
  })
  return entries.length > 0 ? { entries, place: 'question' } : { problem: 'empty' }
}

/** Reads a CSV or JSON, by its content. */
export async function readQuestions(text: string): Promise<Read> {
  const content = text.replace(/^\ufeff/, '')
  if (content.trim() === '') return { problem: 'empty' }
  if (content.includes('\ufffd')) return { problem: 'encoding' }
  return /^\s*[[{]/.test(content) ? readJson(content) : readCsv(content)
}
