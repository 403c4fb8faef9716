import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { NamedClient } from './client.ts'
import { isMisnamed } from './unavailable.ts'

const settingsIn = (options: string): string =>
  [...options.matchAll(/-c ([\w.]+)=(\S+)/g)].map(([, name, value]) => `set local ${name} = '${value}'`).join('; ')

const begins = /^(begin|start transaction)\b/i
const ends = /^(commit|rollback)$/i

/**
 * A backend (the pooler's connection to the database): the names of the statements prepared on it, and the suffix that
 * makes these names unique.
 */
type Backend = { ending: string; names: Record<string, string> }
const backends = new Map<string, Backend>()
/** There are far fewer backends at any time, so a forgotten one has ended. */
const MAX_BACKENDS = 1000

const newEnding = () => randomBytes(6).toString('base64url')

function knownBackend(id: string): Backend {
  const backend = backends.get(id) ?? { ending: newEnding(), names: {} }
  backends.delete(id)
  backends.set(id, backend)
  const [oldest] = backends.keys()
  if (backends.size > MAX_BACKENDS && oldest !== undefined) backends.delete(oldest)
  return backend
}

/** Each process prepares its own statements, so it uses its own setting. */
const setting = `kindred.backend_of_${randomBytes(6).toString('hex')}`

/** Identifies the transaction's backend by a name that is stored in the backend. */
const whichBackend = (): string =>
  `select coalesce(nullif(current_setting('${setting}', true), ''),
    set_config('${setting}', '${newEnding()}', false)) as backend`

/**
 * A connection to a pooler that gives each transaction another connection to the database. No setting outlasts a
 * transaction, so every statement is in one that begins with our settings. Prepared statements stay with the backend,
 * so we query which one it is: a deck without a cached plan takes three times as long.
 */
export class TransactionClient extends NamedClient {
  readonly #settings: string
  #backend: Backend | undefined
  #isOpen = false

  constructor({ settings = '', ...config }: ConstructorParameters<typeof NamedClient>[0] & { settings?: string } = {}) {
    // The commit is sent without waiting for the result of the statement before it.
    super(Object.assign({ pipeline: true }, config))
    this.#settings = settingsIn(settings)
  }

  protected override nameFor(text: string): string | undefined {
    const name = super.nameFor(text)
    return name && this.#backend && `${name}${this.#backend.ending}`
  }

  // The signature must accept everything that pg's does.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !Array.isArray(values) || typeof callback === 'function')
      return super.query(...args)
    // Callers see pg's types, so any return type fits.
    return this.#run(text, values) as never
  }

  async #send(text: string, values: unknown[]): Promise<unknown> {
    const sent: Promise<unknown> = super.query(text, values)
    try {
      return await sent
    } catch (error) {
      // The backend's response to an earlier client may not have been read yet, so all names of this backend change.
      if (isMisnamed(error) && this.#backend) Object.assign(this.#backend, { ending: newEnding(), names: {} })
      throw error
    }
  }

  async #begin(text: string): Promise<unknown> {
    const results = await this.#send(`${text}; ${this.#settings}; ${whichBackend()}`, [])
    const last: unknown = Array.isArray(results) ? results.at(-1) : undefined
    this.#backend = last instanceof pg.Result ? knownBackend(String(last.rows[0]?.backend)) : undefined
    // The driver prepares a statement unless it finds its name here.
    Object.assign(this.connection, { parsedStatements: this.#backend?.names ?? {} })
    return last
  }

  async #run(text: string, values: unknown[], mayRepeat = true): Promise<unknown> {
    if (begins.test(text)) {
      this.#isOpen = true
      return this.#begin(text)
    }
    if (ends.test(text)) this.#isOpen = false
    if (this.#isOpen || ends.test(text)) return this.#send(text, values)
    await this.#begin('begin')
    // After a statement that failed, the commit rolls back.
    const [result, committed] = await Promise.allSettled([this.#send(text, values), this.#send('commit', [])])
    if (result.status === 'rejected' && isMisnamed(result.reason) && mayRepeat) return this.#run(text, values, false)
    if (result.status === 'rejected') throw result.reason
    if (committed.status === 'rejected') throw committed.reason
    return result.value
  }
}
