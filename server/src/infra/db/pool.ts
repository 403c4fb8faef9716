import pg from 'pg'
import { NamedClient } from './client.ts'
import { TransactionClient } from './transaction-client.ts'
import { hostsOf, onSomeHost, type Hosts } from './hosts.ts'
import { isUnavailable, noAnswer } from './unavailable.ts'

/**
 * The wait in milliseconds before one more connection is opened. A new connection costs the database as much as tens of
 * statements, so opening one for each request of a short burst would prolong the burst.
 */
const PATIENCE = 20
/** The time without use after which connections beyond the warm ones are closed. */
const IDLE = 5 * 60_000
/** The maximum age of a connection, so that each eventually moves to a new server or address. */
const LIFETIME = 30 * 60
/** The maximum wait for a connection, over all servers of the URL. */
const CONNECT_WITHIN = 5000

type Options = {
  connectionString: string
  max: number
  options: string
  answerWithin: number
  /** The number of connections that stay open. If there are any, others are opened one at a time. */
  warm: number
  patience?: number
  /** With a pooler, each transaction may have another connection to the database. */
  isPooled?: boolean
}

export class Pool extends pg.Pool {
  readonly #clients = new Set<NamedClient>()
  readonly #hosts: Hosts
  readonly most: number
  readonly #warm: number
  readonly #patience: number
  readonly #answerWithin: number
  /** Called with each error that makes a request fail (monitor.ts). */
  onUnavailable: (error: unknown) => void = () => {}
  readonly #notice = (error: unknown) => {
    if (isUnavailable(error)) this.onUnavailable(error)
  }
  #isSuspended = false
  #isGrowing = false

  constructor(own: Options) {
    const { connectionString, max, options, answerWithin, warm, patience = PATIENCE, isPooled = false } = own
    const hosts = hostsOf(connectionString)
    const config: pg.PoolConfig & { hosts: Hosts; settings?: string } = {
      hosts,
      // pg-pool opens this many at once. `#grow` allows the others.
      max: warm || max,
      min: warm,
      ...(isPooled ? { Client: TransactionClient, settings: options } : { Client: NamedClient, options }),
      application_name: 'kindred',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN / hosts.urls.length,
      idleTimeoutMillis: IDLE,
      maxLifetimeSeconds: LIFETIME,
    }
    super(config)
    this.#hosts = hosts
    this.#answerWithin = answerWithin
    this.most = max
    this.#warm = warm
    this.#patience = patience
    // An idle connection that breaks is replaced at its next use. Without a listener, the event would end the process.
    this.on('error', () => {})
    this.on('connect', (client: object) => {
      if (!(client instanceof NamedClient)) return
      this.#clients.add(client)
      client.onFailed = this.#notice
    })
    this.on('remove', (client: object) => {
      if (client instanceof NamedClient) this.#clients.delete(client)
      this.#keepAsMany()
      this.#refill()
    })
    this.on('release', (_error, client: object) => client instanceof NamedClient && client.endIfUseless())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): Promise<pg.PoolClient> | void {
    const connected = this.#acquire()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, () => client.release()),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  async #acquire(): Promise<pg.PoolClient> {
    return onSomeHost(this.#hosts, async () => {
      if (this.#isSuspended) throw noAnswer()
      const client = await this.#waitFor().catch((error: unknown) => {
        this.#notice(error)
        throw error
      })
      if (!this.#isSuspended) return client
      client.release(true)
      throw noAnswer()
    })
  }

  async #waitFor(): Promise<pg.PoolClient> {
    // Waiting requests get idle connections in the next turn of the event loop.
    if (this.idleCount > this.waitingCount || this.totalCount < this.options.max) return super.connect()
    const impatient = setInterval(() => this.#grow(), this.#patience)
    try {
      return await super.connect()
    } finally {
      clearInterval(impatient)
    }
  }

  #grow(): void {
    if (this.#isGrowing || this.totalCount >= this.most || this.#isSuspended || this.ending) return
    this.#isGrowing = true
    this.options.max = this.totalCount + 1
    super
      .connect()
      .then((client) => client.release(), this.#notice)
      .finally(() => {
        this.#isGrowing = false
        this.#keepAsMany()
      })
  }

  /** Lets pg-pool only replace lost connections, until requests wait too long again. */
  #keepAsMany(): void {
    if (this.#warm > 0) this.options.max = Math.max(this.#warm, this.totalCount)
  }

  async warmUp(): Promise<void> {
    // The pool hands out idle connections first, so we request all of them.
    const asked = await Promise.allSettled(Array.from({ length: this.#warm }, () => this.connect()))
    const opened = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    for (const client of opened) client.release()
    const failed = asked.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  #refill(): void {
    if (this.ending || this.#isSuspended || this.totalCount >= this.#warm) return
    // If this fails, requests open the connections that they need.
    this.warmUp().catch(() => {})
  }

  /**
   * Aborts statements that have waited longer than the database's own limits. A commit that waits for a synchronous
   * standby has no limit there.
   */
  dropOverdue(): void {
    for (const client of this.#clients) if (client.waitsFor() > this.#answerWithin) client.drop(noAnswer())
  }

  /** Aborts every running statement, and refuses new ones, because the database doesn't answer. */
  suspend(): void {
    this.#isSuspended = true
    for (const client of this.#clients) client.drop(noAnswer())
  }

  resume(): void {
    this.#isSuspended = false
    this.#refill()
  }
}
