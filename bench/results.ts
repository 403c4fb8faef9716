import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Options } from './options.ts'
import type { Bench } from './server.ts'
import type { Spread } from './measure.ts'
import { isStopping } from './started.ts'

export type Row = {
  what: string
  /** The value in milliseconds or per second, for orientation only, because it depends on the machine. */
  measured: string
  beside: string
  bar: string
  met: boolean
  /** The pages of tables and indexes that a request reads, which only the plan, the data and the schema determine. */
  pages?: number
}

export type Add = (row: Row) => void
/** `few` is the time of the deck among few members. */
export type Run = Options & { bench: Bench; add: Add; few: Spread | undefined }

const FOLDER = 'bench/results'
/** The pages that each request of the quick mode read when someone last looked at them. */
const ACCEPTED = `${FOLDER}/pages.json`

/** A lost index shows in pages first. How full they are makes a difference of a few. */
const mostPages = (accepted: number) => Math.round(1.5 * accepted + 30)

/** Prints each row as soon as it is measured, and saves it, so that a later failure loses nothing. */
export function openResults({ people, choices, isShort }: Options): { rows: Row[]; add: Add; accept: () => void } {
  const rows: Row[] = []
  const accepted: Record<string, number> =
    isShort && existsSync(ACCEPTED) ? JSON.parse(readFileSync(ACCEPTED, 'utf8')) : {}
  const add: Add = (measured) => {
    if (isStopping()) return
    const row = { ...measured }
    const before = accepted[row.what]
    if (row.pages !== undefined && before !== undefined) {
      row.bar += `; ${row.pages} pages, at most ${mostPages(before)}`
      row.met &&= row.pages <= mostPages(before)
    }
    rows.push(row)
    console.log(`${row.met ? '✓' : '✗'} ${row.what.padEnd(48)}  ${row.measured.padEnd(30)}  ${row.beside}; ${row.bar}`)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(`${FOLDER}/latest.json`, JSON.stringify({ at: new Date(), people, choices, rows }, null, 2))
  }
  const accept = () => {
    const pages = rows.flatMap((row) => (row.pages === undefined ? [] : [[row.what, row.pages] as const]))
    writeFileSync(ACCEPTED, `${JSON.stringify(Object.fromEntries(pages), null, 2)}\n`)
  }
  return { rows, add, accept }
}
