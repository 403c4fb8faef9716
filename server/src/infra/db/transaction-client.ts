import { NamedClient } from './client.ts'

/** `-c a=b`, as a connection begins with it, as statements for one transaction. */
const settingsIn = (options: string): string =>
  [...options.matchAll(/-c (\w+)=(\S+)/g)].map(([, name, value]) => `set local ${name} = '${value}'`).join('; ')

const begins = /^(begin|start transaction)\b/i
const ends = /^(commit|rollback)$/i

/**
 * A connection to a pooler that gives each transaction another connection to the database. Nothing lasts longer than a
 * transaction: no setting, and no prepared statement. So every statement is in a transaction, which begins with our
 * settings.
 */
export class TransactionClient extends NamedClient {
  readonly #settings: string
  #isOpen = false

  constructor({ settings = '', ...config }: ConstructorParameters<typeof NamedClient>[0] & { settings?: string } = {}) {
    // Statements are sent without waiting for the answers to those before.
    super(Object.assign({ pipeline: true }, config))
    this.#settings = settingsIn(settings)
  }

  protected override nameFor(): undefined {
    return undefined
  }

  // The signature must accept everything that pg's does.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    if (typeof text !== 'string' || !Array.isArray(values) || typeof callback === 'function')
      return super.query(...args)
    // Callers see pg's types.
    return this.#run(text, values) as never
  }

  async #run(text: string, values: unknown[]): Promise<unknown> {
    const send: (text: string, values: unknown[]) => Promise<unknown> = (...all) => super.query(...all)
    if (begins.test(text)) {
      this.#isOpen = true
      return send(`${text}; ${this.#settings}`, [])
    }
    if (ends.test(text)) this.#isOpen = false
    if (this.#isOpen || ends.test(text)) return send(text, values)
    // All three at once take no longer than one. After a statement that failed, the commit rolls back.
    const [, result, committed] = await Promise.allSettled([
      send(`begin; ${this.#settings}`, []),
      send(text, values),
      send('commit', []),
    ])
    if (result.status === 'rejected') throw result.reason
    if (committed.status === 'rejected') throw committed.reason
    return result.value
  }
}
