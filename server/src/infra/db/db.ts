import { ApiError } from '@kindred/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, PostgresQueryCompiler, sql, type Transaction, type ValueNode } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// A calendar day stays the text that it is: as a Date it would move with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// Counts fit into a number here; a text would only be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Prefix of a statement whose best plan depends on its parameters: it isn't prepared, but planned on each call. */
export const NO_PLAN_CACHE = sql.raw('/* planned anew */')

const names = new Map<string, string>()
const nameOf = (text: string): string | undefined => {
  if (text.startsWith('/* planned anew */')) return undefined
  const known = names.get(text)
  if (known || names.size >= 2000) return known
  const name = `k${createHash('sha1').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}

/**
 * Names every statement, so that the database plans it once a connection: nearly twice the statements a second. And asks with a
 * callback: the promises that pg makes keep each other, and every row that they brought, until memory is swept as a whole.
 */
class NamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // Whoever waits for an answer hears of a connection that breaks; without a listener it would end the whole process.
    this.on('error', () => {})
  }

  // The signature has to take whatever pg's own takes.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args) as never
    const name = values.length > 0 ? nameOf(text) : undefined
    const asked = name ? { name, text, values } : { text, values }
    if (typeof callback === 'function') return query(asked, callback) as never
    return new Promise((resolve, reject) => {
      query(asked, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    }) as never
  }
}

/** Our statements are many and short: starting helpers for one, or compiling it, costs more than it could save. */
const BRIEF = '-c jit=off -c max_parallel_workers_per_gather=0'

/**
 * For connections that read down an index in its order until enough rows match. The planner underestimates how often several
 * conditions are true together, and would read and sort every row: for most viewers ten times as much work. Without these
 * plans there is nothing to choose, so each statement is planned only once.
 */
export const INDEX_SCANS_ONLY = ['sort', 'bitmapscan', 'seqscan', 'hashjoin', 'mergejoin']
  .map((way) => `-c enable_${way}=off`)
  .concat('-c plan_cache_mode=force_generic_plan')
  .join(' ')

/** What a request may wait for: a caller who is told to try again shortly is better off than one who hears nothing. */
const SHORT_WAITS = waits({ statement: '30s', lock: '3s', idle: '10s' })

/** For connections of background work, exports and migrations: their statements are long, and nobody waits for them. */
export const LONG_WAITS = waits({ statement: '10min', lock: '30s', idle: '0' })

function waits({ statement, lock, idle }: Record<'statement' | 'lock' | 'idle', string>): string {
  return `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`
}

/** For connections that nothing is ever written through. */
export const READ_ONLY = '-c default_transaction_read_only=on'

export function openPool(connectionString: string, max = 16, options = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: NamedClient,
    connectionTimeoutMillis: 5000,
    // Of a setting that comes twice the last one counts.
    options: `${BRIEF} ${SHORT_WAITS} ${options}`,
    application_name: 'kindred',
  })
  // A connection that breaks while idle is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

/** A fragment that stands in a statement several times brings its values along once. */
class SparingCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<ValueNode, string>()

  override compileQuery(...asked: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#places.clear()
    return super.compileQuery(...asked)
  }

  protected override visitValue(node: ValueNode): void {
    const place = this.#places.get(node)
    if (place !== undefined) return this.append(place)
    super.visitValue(node)
    if (!node.immediate) this.#places.set(node, this.getCurrentParameterPlaceholder())
  }
}

class SparingDialect extends PostgresDialect {
  override createQueryCompiler = () => new SparingCompiler()
}

export const openDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new SparingDialect({ pool }) })

/** The transaction that the running code is part of. What was started in one and goes on after it is not. */
const running = new AsyncLocalStorage<{ isOpen: boolean }>()
export const isInTransaction = (): boolean => running.getStore()?.isOpen ?? false

/** Keeps `open` open while `work` runs, and no longer. */
const within = async <T>(open: { isOpen: boolean }, work: () => Promise<T>): Promise<T> => {
  try {
    return await running.run(open, work)
  } finally {
    open.isOpen = false
  }
}

const lostRaces = new Set(['40001', '40P01'])
export const errorCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Defers an effect until the transaction has committed. */
export type AfterCommit = (effect: () => unknown) => void
type Run<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>

/**
 * Runs `work` in a transaction. Work that lost a race (serialization, deadlock) is done again as a whole, three times at most.
 * The effects that it deferred run once, after the commit: what fails of them goes to `onFailedEffect` and undoes nothing.
 */
export async function transaction<T>(
  db: Db,
  work: Run<T>,
  onFailedEffect: (error: unknown) => void = (error) => process.emitWarning(String(error)),
): Promise<T> {
  const { result, effects } = await retried(db, work, 3)
  for (const effect of effects) start(effect, onFailedEffect)
  return result
}

/** Nobody waits for an effect, and nobody can do anything about one that fails. */
function start(effect: () => unknown, onFailed: (error: unknown) => void): void {
  const run = async () => effect()
  run().catch(onFailed)
}

async function retried<T>(db: Db, work: Run<T>, tries: number): Promise<{ result: T; effects: (() => unknown)[] }> {
  const effects: (() => unknown)[] = []
  try {
    const result = await db
      .transaction()
      .execute((tx) => within({ isOpen: true }, () => work(tx, (effect) => effects.push(effect))))
    return { result, effects }
  } catch (error) {
    if (tries > 1 && lostRaces.has(errorCode(error) as string)) return retried(db, work, tries - 1)
    if (isLastAdministrator(error)) throw lastAdministrator()
    throw error
  }
}

/** Whether a unique constraint (by name, where one is given) refused the write. */
export const isTaken = (error: unknown, constraint?: string): boolean =>
  errorCode(error) === '23505' &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint)

export const lastAdministrator = () => new ApiError('conflict', "You can't remove the last administrator.")

/** The database's own invariant (0034_last_administrator.sql), which speaks up at the commit, whatever was changed. */
const isLastAdministrator = (error: unknown): boolean =>
  errorCode(error) === '23514' && (error as { constraint?: string }).constraint === 'accounts_last_administrator'

const gone = new Set([
  // A statement or a lock took longer than it may, or a transaction was left open.
  '57014',
  '55P03',
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53100',
  '53200',
  '53300',
  '53400',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether the database is away, full, or about to come back, rather than our statement wrong. */
export const isUnavailable = (error: unknown): boolean =>
  gone.has(errorCode(error) as string) ||
  (error instanceof Error &&
    /Connection (terminated|ended)|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)/.test(
      error.message,
    ))
