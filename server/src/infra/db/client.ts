import { createHash } from 'node:crypto'
import pg from 'pg'
import { hostsOf, onSomeHost, type Hosts } from './hosts.ts'
import { beginStatement } from '../tracing/tracing.ts'
import { isLostConnection, isMisnamed } from './unavailable.ts'

/** Marks a statement that isn't prepared. */
export const PLANNED_ANEW = '/* planned anew */'

const names = new Map<string, string>()
const nameOf = (text: string): string | undefined => {
  if (text.startsWith(PLANNED_ANEW)) return undefined
  const known = names.get(text)
  if (known || names.size >= 2000) return known
  const name = `k${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}

type Config = pg.ClientConfig & { hosts?: Hosts }

export class HostClient extends pg.Client {
  readonly #hosts: Hosts | undefined
  readonly #url: string
  #isStandby = false

  constructor({ hosts, ...config }: Config = {}) {
    const url = hosts?.current() ?? ''
    super(hosts ? { ...config, connectionString: url } : config)
    this.#hosts = hosts
    this.#url = url
    // The pending query reports a broken connection. Without a listener, the event would end the process.
    this.on('error', () => {})
    // PostgreSQL reports this when a connection begins, and when the standby is promoted.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | void {
    if (!callback)
      return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))))
    super.connect((error: Error | null) => {
      const refusal = error ?? this.#refusal()
      if (refusal) {
        this.#hosts?.failed(this.#url)
        this.drop()
      }
      callback(refusal)
    })
  }

  #refusal(): Error | null {
    if (!this.#isStandby || !this.#hosts?.needsPrimary) return null
    return Object.assign(new Error('This database server is a standby.'), { code: '25006' })
  }

  /** Closes the connection without notifying the database. The running query fails with this error. */
  drop(error?: Error): void {
    this.connection.stream.destroy(error)
  }
}

/**
 * Names every statement, so that the database plans it once per connection, which nearly doubles the throughput. Uses
 * callbacks, because pg's promises keep each other and all their rows in memory until a full garbage collection.
 */
export class NamedClient extends HostClient {
  /** Called with each statement's error. */
  onFailed: (error: unknown) => void = () => {}
  #isUseless = false
  #asked = 0
  #askedAt = 0
  #renamed = 0

  /** Ends this connection after an error that another connection may not have. */
  endIfUseless(): void {
    if (this.#isUseless) this.end().catch(() => {})
  }

  waitsFor(): number {
    return this.#asked === 0 ? 0 : performance.now() - this.#askedAt
  }

  protected nameFor(text: string): string | undefined {
    const name = nameOf(text)
    return name && this.#renamed > 0 ? `${name}.${this.#renamed}` : name
  }

  /** Outside a transaction, a statement that was refused because of its name runs again under another one. */
  #mayRunAgain(error: Error, isAgain: boolean): boolean {
    if (!isMisnamed(error)) return false
    this.#renamed++
    // This is the transaction's status when the statement began, because its end hasn't been read yet.
    return !isAgain && this.getTransactionStatus() === 'I'
  }

  // The signature must accept everything that pg's does.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    // None of pg's overloads takes every argument list, but the function does.
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    // Each branch returns what pg returns for these arguments, and callers see pg's types: `never` fits all of them.
    const returned = (result: unknown) => result as never
    if (typeof text !== 'string' || !Array.isArray(values)) return returned(query(...args))
    const send = (done: (error: Error | null | undefined, result: unknown) => void) => {
      const name = values.length > 0 ? this.nameFor(text) : undefined
      return name ? query({ name, text, values }, done) : query(text, values, done)
    }
    if (typeof callback === 'function')
      return returned(send((error, result) => Reflect.apply(callback, undefined, [error, result])))
    const run = (isAgain = false): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (this.#asked++ === 0) this.#askedAt = performance.now()
        const endStatement = beginStatement(text)
        send((error, result) => {
          this.#asked--
          endStatement?.(Boolean(error))
          if (!error) return resolve(result)
          this.#isUseless ||= isLostConnection(error)
          if (this.#mayRunAgain(error, isAgain)) resolve(run(true))
          else {
            this.onFailed(error)
            reject(error)
          }
        })
      })
    return returned(run())
  }
}

const CONNECT_WITHIN = 2000

export async function chosenUrl(url: string): Promise<string> {
  const client = await openClient(url, 'kindred')
  await client.end()
  return hostsOf(url).current()
}

/** A connection outside any pool. The caller must listen for its errors and drop it. */
export function openClient(url: string, application_name: string, options = ''): Promise<HostClient> {
  const hosts = hostsOf(url)
  return onSomeHost(hosts, async () => {
    const client = new HostClient({
      hosts,
      application_name,
      options,
      connectionTimeoutMillis: CONNECT_WITHIN,
      keepAlive: true,
    })
    await client.connect()
    return client
  })
}
