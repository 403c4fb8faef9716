import { mkdirSync, writeFileSync } from 'node:fs'
import { comparison, type Release } from './release.ts'
import { isStopping } from './started.ts'

export type Row = {
  what: string
  /** The value in milliseconds or per second, for orientation only, because it depends on the machine. */
  measured: string
  beside: string
  bar: string
  met: boolean
  /** The value as a multiple or share of its baseline, which is the same on any machine. */
  ratio?: number
  isShare?: boolean
  /** The pages of tables and indexes that a request reads, and its round trips to PostgreSQL. */
  blocks?: number
  trips?: number
}

export type Add = (row: Row) => void

type Options = {
  file: string
  about: Record<string, unknown>
  release: Release | undefined
  /** True if a row that is far worse than in the last release misses its target. */
  isReleaseBinding: boolean
}

/** Prints each row as soon as it is measured, and saves it to a file, so that a later failure loses nothing. */
export class Results {
  readonly rows: Row[] = []
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    mkdirSync('bench/results', { recursive: true })
    this.#save()
  }

  readonly add: Add = (measured) => {
    if (isStopping()) return
    const row = this.#compared(measured)
    this.rows.push(row)
    this.#save()
    const { what, beside, bar, met } = row
    console.log(`${met ? '✓' : '✗'} ${what.padEnd(48)}  ${row.measured.padEnd(30)}  ${beside}; ${bar}`)
  }

  get missed(): Row[] {
    return this.rows.filter(({ met }) => !met)
  }

  #compared(row: Row): Row {
    const { release, isReleaseBinding } = this.#options
    const found = release && comparison(row, release)
    if (!found) return row
    return { ...row, bar: `${row.bar}; ${found.text}`, met: row.met && !(isReleaseBinding && found.isWorse) }
  }

  #save(): void {
    const { file, about } = this.#options
    writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), ...about, rows: this.rows }, null, 2))
  }
}
