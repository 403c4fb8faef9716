import { ApiError } from '@kindred/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, PostgresQueryCompiler, sql, type Transaction, type ValueNode } from 'kysely'
import pg from 'pg'
import { errorCode, errorField } from '../error-fields.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// A calendar day stays text: as a Date it would shift with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// Our counts fit into a number. As text, every use would have to convert them.
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
 * Names every statement, so that the database plans it once per connection, which nearly doubles the throughput. And it
 * uses callbacks: pg's promises keep each other, and all their rows, in memory until a full garbage collection.
 */
class NamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pending query reports a broken connection. Without a listener, the event would end the process.
    this.on('error', () => {})
  }

  // The signature must accept everything that pg's does.
  override query(...args: unknown[]): never {
    const [text, values, callback] = args
    // None of pg's overloads takes every argument list, while the function itself does.
    const query = super.query.bind(this) as (...all: unknown[]) => unknown
    // Each branch returns what pg returns for these arguments, and callers see pg's types: `never` fits all of them.
    const returned = (result: unknown) => result as never
    if (typeof text !== 'string' || !Array.isArray(values)) return returned(query(...args))
    const name = values.length > 0 ? nameOf(text) : undefined
    const named = name ? { name, text, values } : { text, values }
    if (typeof callback === 'function') return returned(query(named, callback))
    return returned(
      new Promise((resolve, reject) => {
        query(named, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
      }),
    )
  }
}

/** Our statements are many and short: compiling one or starting parallel workers costs more than it saves. */
const QUERY_FLAGS = '-c jit=off -c max_parallel_workers_per_gather=0'

/**
 * For connections that scan an index in its order until they have enough matches. The planner underestimates how many
 * people match several conditions together, and would read and sort everyone: ten times the work for most members, and
 * no less for those with hardly any match. Without alternatives to choose from, it plans each statement once.
 */
export const INDEX_SCANS_ONLY = ['sort', 'bitmapscan', 'seqscan', 'hashjoin', 'mergejoin']
  .map((way) => `-c enable_${way}=off`)
  .concat('-c plan_cache_mode=force_generic_plan')
  .join(' ')

/** How long a request may wait: telling the caller to retry soon is better than not answering. */
const SHORT_WAITS = waits({ statement: '30s', lock: '3s', idle: '10s' })

/** For background work, exports and migrations: their statements are long, and nobody waits for them. */
export const LONG_WAITS = waits({ statement: '10min', lock: '30s', idle: '0' })

function waits({ statement, lock, idle }: Record<'statement' | 'lock' | 'idle', string>): string {
  return `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`
}

/** For connections that never write. */
export const READ_ONLY = '-c default_transaction_read_only=on'

export function openPool(connectionString: string, max = 16, options = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: NamedClient,
    connectionTimeoutMillis: 5000,
    // If a setting appears twice, the last one wins.
    options: `${QUERY_FLAGS} ${SHORT_WAITS} ${options}`,
    application_name: 'kindred',
  })
  // An idle connection that breaks is replaced at its next use. Without a listener, the event would end the process.
  pool.on('error', () => {})
  return pool
}

/** Sends the values of a fragment once, even if the statement contains the fragment several times. */
class DeduplicatingCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<ValueNode, string>()

  override compileQuery(...args: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#places.clear()
    return super.compileQuery(...args)
  }

  protected override visitValue(node: ValueNode): void {
    const place = this.#places.get(node)
    if (place !== undefined) return this.append(place)
    super.visitValue(node)
    if (!node.immediate) this.#places.set(node, this.getCurrentParameterPlaceholder())
  }
}

class DeduplicatingDialect extends PostgresDialect {
  override createQueryCompiler = () => new DeduplicatingCompiler()
}

export const openDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new DeduplicatingDialect({ pool }) })

/** The transaction that the running code is part of. Code that continues after the transaction isn't. */
const running = new AsyncLocalStorage<{ isOpen: boolean }>()
export const isInTransaction = (): boolean => running.getStore()?.isOpen ?? false

/** Marks `open` as closed once `work` is done. */
const within = async <T>(open: { isOpen: boolean }, work: () => Promise<T>): Promise<T> => {
  try {
    return await running.run(open, work)
  } finally {
    open.isOpen = false
  }
}

const lostRaces = new Set(['40001', '40P01'])

/** Defers an effect until the transaction has committed. */
export type AfterCommit = (effect: () => unknown) => void
type Run<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>

/**
 * Runs `work` in a transaction. If it loses a race (serialization failure, deadlock), it is run again, three times at
 * most. Its deferred effects run once, after the commit. Their errors go to `onFailedEffect` and undo nothing.
 */
export async function transaction<T>(
  db: Db,
  work: Run<T>,
  onFailedEffect: (error: unknown) => void = (error) => process.emitWarning(String(error)),
): Promise<T> {
  const { result, effects } = await runWithRetries(db, work, 3)
  for (const effect of effects) start(effect, onFailedEffect)
  return result
}

/** Nobody waits for an effect, and nobody can do anything about one that fails. */
function start(effect: () => unknown, onFailed: (error: unknown) => void): void {
  const run = async () => effect()
  run().catch(onFailed)
}

/** Runs a statement that is a transaction of its own. If it loses a race, it is run again, three times at most. */
export async function onceMoreIfLost<T>(statement: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    if (tries > 1 && lostRaces.has(errorCode(error) ?? '')) return onceMoreIfLost(statement, tries - 1)
    throw error
  }
}

async function runWithRetries<T>(
  db: Db,
  work: Run<T>,
  tries: number,
): Promise<{ result: T; effects: (() => unknown)[] }> {
  const effects: (() => unknown)[] = []
  try {
    const result = await db
      .transaction()
      .execute((tx) => within({ isOpen: true }, () => work(tx, (effect) => effects.push(effect))))
    return { result, effects }
  } catch (error) {
    if (tries > 1 && lostRaces.has(errorCode(error) ?? '')) return runWithRetries(db, work, tries - 1)
    if (isLastAdministrator(error)) throw lastAdministrator()
    throw error
  }
}

/** Whether a unique constraint (by name, where one is given) refused the write. */
export const isTaken = (error: unknown, constraint?: string): boolean =>
  errorCode(error) === '23505' && (constraint === undefined || errorField(error, 'constraint') === constraint)

/** Whether a function of the database found no row that the argument names. */
export const isMissing = (error: unknown, argument: string): boolean =>
  errorCode(error) === 'P0002' && errorField(error, 'constraint') === argument

export const lastAdministrator = () => new ApiError('conflict', "You can't remove the last administrator.")

/** The database checks this invariant at the commit (0034_last_administrator.sql). */
const isLastAdministrator = (error: unknown): boolean =>
  errorCode(error) === '23514' && errorField(error, 'constraint') === 'accounts_last_administrator'

const unavailableCodes = new Set([
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

/** How pg reports a broken connection, for which it has no code. */
const lostConnection = new RegExp(
  [
    'Connection (terminated|ended)',
    'timeout exceeded when trying to connect',
    'Client (has encountered a connection error|was closed)',
  ].join('|'),
)

/** Whether the database is unavailable, full or restarting, rather than our statement wrong. */
export const isUnavailable = (error: unknown): boolean =>
  unavailableCodes.has(errorCode(error) ?? '') || (error instanceof Error && lostConnection.test(error.message))
