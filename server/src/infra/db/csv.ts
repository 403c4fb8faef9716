import type { MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { sql, type RawBuilder } from 'kysely'
import { write } from '../language/write.ts'
import { retryOnDisconnect } from './db.ts'

type Column = RawBuilder<unknown>

/** Characters that start a formula in a spreadsheet, with their full-width and small forms. */
const FORMULA_STARTS = String.raw`=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212-`
/** Invisible characters that some spreadsheets skip: spaces, controls, direction marks and combining characters. */
const INVISIBLE = [
  String.raw`\s\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f`,
  String.raw`\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff`,
].join('')
const FORMULA = `([\\t\\r]|[${INVISIBLE}]*[${FORMULA_STARTS}])`
const pattern = (text: string): RawBuilder<string> => sql.lit(text)

const plain = (text: Column): Column =>
  sql`case when ${text} ~ ${pattern(`^${FORMULA}`)} then '''' || ${text} else coalesce(${text}, '') end`
/** A leading apostrophe keeps a spreadsheet from running a value as a formula. */
export const cell = (text: Column): Column =>
  sql`(case when ${text} ~ E'[",\\n\\r]'
    then '"' || replace(${plain(text)}, '"', '""') || '"' else ${plain(text)} end)`
export const instant = (at: Column): Column => sql`replace(left((${at} at time zone 'UTC')::text, 19), ' ', 'T') || 'Z'`
export const flag = (condition: Column): Column => sql`case when ${condition} then 'true' else 'false' end`

/** True if none of these texts needs quotes or an apostrophe. This holds for most rows, and one check is fast. */
export const arePlain = (texts: readonly Column[]): Column =>
  sql`concat_ws(E'\\x01', ${sql.join(texts)}) !~ ${pattern(`(^|\\x01)${FORMULA}|[",\\n\\r]`)}`

export const line = (cells: readonly Column[]): Column => sql`concat(${sql.join(cells, sql`, ',', `)}, E'\\r\\n')`

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** English uses the API's names, because programs look for them. */
export const headIn = (language: Language, columns: Readonly<Record<string, MessageDescriptor>>): string =>
  Object.entries(columns)
    .map(([name, words]) => (language === 'en' ? name : quoted(write(language, words))))
    .join(',')

/** The first batch is small, so that the download starts soon. */
const FIRST = 500
const BATCH = 5000

export type Lines = { lines: string | null; last: string | null }
export type ReadLines = (place: { after: string | undefined; most: number }) => Promise<Lines>

/** Batches keep memory use independent of the file's length. */
export async function* csvFile(header: string, read: ReadLines): AsyncGenerator<string> {
  yield `${header}\r\n`
  const readAgain: ReadLines = (place) => retryOnDisconnect(() => read(place))
  for (let next: Promise<Lines> | undefined = readAgain({ after: undefined, most: FIRST }); next;) {
    const { lines, last }: Lines = await next
    // The next batch is read while this one is sent. Its failure is thrown when it is awaited.
    next = last === null ? undefined : readAgain({ after: last, most: BATCH })
    next?.catch(() => {})
    if (lines) yield lines
  }
}
