import { mkdirSync, writeFileSync } from 'node:fs'

export type Row = { what: string; measured: string; beside: string; bar: string; met: boolean }

export type Add = (row: Row) => void

/** Prints each row as soon as it is measured and keeps it in a file, so that whatever happens later costs nothing. */
export class Results {
  readonly rows: Row[] = []
  readonly #file: string
  readonly #about: Record<string, unknown>

  constructor(file: string, about: Record<string, unknown>) {
    this.#file = file
    this.#about = about
    mkdirSync('bench/results', { recursive: true })
    this.#save()
  }

  readonly add: Add = (row) => {
    this.rows.push(row)
    this.#save()
    const { what, measured, beside, bar, met } = row
    console.log(`${met ? '✓' : '✗'} ${what.padEnd(48)}  ${measured.padEnd(30)}  ${beside}; ${bar}`)
  }

  get missed(): Row[] {
    return this.rows.filter(({ met }) => !met)
  }

  #save(): void {
    const all = { at: new Date().toISOString(), ...this.#about, rows: this.rows }
    writeFileSync(this.#file, JSON.stringify(all, null, 2))
  }
}
