import { ApiError } from '@kindred/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type PostgresPool,
  type Transaction,
  type ValueNode,
} from 'kysely'
import pg from 'pg'
import { errorCode, errorField } from '../error-fields.ts'
import { PLANNED_ANEW } from './client.ts'
import { Pool } from './pool.ts'
import type { DB } from './schema.ts'
import { isLostConnection, isReadOnly, isMisnamed } from './unavailable.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// A calendar day stays text, because a Date would shift with the server's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
// Our counts fit into a number. As text, they would have to be converted at every use.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * The prefix of a statement whose best plan depends on its parameters, so that it is planned on each call instead of
 * prepared.
 */
export const NO_PLAN_CACHE = sql.raw(PLANNED_ANEW)

/** Our statements are many and short, so compiling one or starting parallel workers costs more than it saves. */
const QUERY_FLAGS = '-c jit=off -c max_parallel_workers_per_gather=0'

/**
 * Settings for connections that scan an index in order until they have enough matches. The planner underestimates how
 * many people match several conditions, and would read and sort everyone. That is ten times the work for most members,
 * and no less for those with hardly any matches. Without alternatives, it plans each statement once.
 */
export const INDEX_SCANS_ONLY = ['sort', 'bitmapscan', 'seqscan', 'hashjoin', 'mergejoin']
  .map((way) => `-c enable_${way}=off`)
  .concat('-c plan_cache_mode=force_generic_plan')
  .join(' ')

/**
 * It is better to tell callers to retry soon than to let them wait. The last value limits how long Citus tries to reach
 * a worker, and has no effect without Citus.
 */
const SHORT_WAITS = `${waits({ statement: '30s', lock: '3s', idle: '10s' })} -c citus.node_connection_timeout=2s`

/** Settings for background work, exports and migrations, whose statements are long and have no users waiting. */
export const LONG_WAITS = waits({ statement: '10min', lock: '30s', idle: '0' })

function waits({ statement, lock, idle }: Record<'statement' | 'lock' | 'idle', string>): string {
  return `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`
}

/** The driver's limit is a little longer than the database's limit for a statement. */
const answerWithin = (options: string): number => (options.includes(LONG_WAITS) ? 605_000 : 35_000)

export const READ_ONLY = '-c default_transaction_read_only=on'

/** The most connections that a server opens for each purpose. */
export const CONNECTIONS = { main: 20, indexScans: 4, essential: 4, background: 6 }
/** The others are for jobs (4), events from other servers, and the watch on the database. */
export const MAX_CONNECTIONS = Object.values(CONNECTIONS).reduce((sum, each) => sum + each, 6)

type PoolOptions = {
  warm?: number
  /** With a pooler, each transaction sends its settings, because they don't outlast it. */
  isPooled?: boolean
}

export const openPool = (
  connectionString: string,
  max = 16,
  options = '',
  { warm = 0, isPooled = false }: PoolOptions = {},
): Pool =>
  // If a setting appears twice, the last one wins.
  new Pool({
    connectionString,
    max,
    warm,
    options: `${QUERY_FLAGS} ${SHORT_WAITS} ${options}`,
    answerWithin: answerWithin(options),
    isPooled,
  })

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

export const overConnections = (connect: PostgresPool['connect']): Db =>
  new Kysely<DB>({ dialect: new DeduplicatingDialect({ pool: { connect, end: async () => {}, options: {} } }) })

/** The transaction of the running code. Code that runs on after the transaction isn't part of it. */
const running = new AsyncLocalStorage<{ isOpen: boolean }>()
export const isInTransaction = (): boolean => running.getStore()?.isOpen ?? false

const within = async <T>(open: { isOpen: boolean }, work: () => Promise<T>): Promise<T> => {
  try {
    return await running.run(open, work)
  } finally {
    open.isOpen = false
  }
}

const lostRaces = new Set(['40001', '40P01'])
const mayRunAgain = (error: unknown): boolean => lostRaces.has(errorCode(error) ?? '') || isMisnamed(error)

export type AfterCommit = (effect: () => unknown) => void
type Run<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>

/**
 * Retries a transaction that loses a race (serialization failure, deadlock), three times at most, or once if the
 * connection is lost before the commit. Its deferred effects run once, after the commit. Their errors go to
 * `onFailedEffect` and undo nothing.
 */
export async function transaction<T>(
  db: Db,
  work: Run<T>,
  onFailedEffect: (error: unknown) => void = (error) => process.emitWarning(String(error)),
): Promise<T> {
  const { result, effects } = await runWithRetries(db, work, TRIES)
  for (const effect of effects) start(effect, onFailedEffect)
  return result
}

/** The caller doesn't wait for an effect, and can't do anything about a failure. */
function start(effect: () => unknown, onFailed: (error: unknown) => void): void {
  const run = async () => effect()
  run().catch(onFailed)
}

const TRIES = 3

/**
 * Runs a statement that is its own transaction, and retries it if it loses a race, three times at most. If the
 * connection is lost, it is unknown whether the statement was committed, unless the database doesn't accept writes at
 * all.
 */
export async function retryOnConflict<T>(statement: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    const again = isReadOnly(error) ? tries === TRIES : tries > 1 && mayRunAgain(error)
    if (again) return retryOnConflict(statement, tries - 1)
    throw error
  }
}

/** Runs reads once more on another connection if theirs is lost, or if a replica cancels them. */
export async function retryOnDisconnect<T>(reads: () => Promise<T>): Promise<T> {
  try {
    return await reads()
  } catch (error) {
    if (isLostConnection(error) || mayRunAgain(error)) return reads()
    throw error
  }
}

async function runWithRetries<T>(
  db: Db,
  work: Run<T>,
  tries: number,
): Promise<{ result: T; effects: (() => unknown)[] }> {
  const effects: (() => unknown)[] = []
  let isCommitting = false
  try {
    const result = await db.transaction().execute(async (tx) => {
      const worked = await within({ isOpen: true }, () => work(tx, (effect) => effects.push(effect)))
      isCommitting = true
      return worked
    })
    return { result, effects }
  } catch (error) {
    if (tries > 1 && mayRunAgain(error)) return runWithRetries(db, work, tries - 1)
    // Nothing was written before the commit. If another connection doesn't work either, the caller may retry later.
    if (tries === TRIES && !isCommitting && isLostConnection(error)) return runWithRetries(db, work, 1)
    if (isLastAdministrator(error)) throw lastAdministrator()
    throw error
  }
}

export const isTaken = (error: unknown, constraint?: string): boolean =>
  errorCode(error) === '23505' && (constraint === undefined || errorField(error, 'constraint') === constraint)

/** True if a database function found no row for the argument. */
export const isMissing = (error: unknown, argument: string): boolean =>
  errorCode(error) === 'P0002' && errorField(error, 'constraint') === argument

export const lastAdministrator = () => new ApiError('conflict', 'You can’t remove the last administrator.')

/** The database checks at the commit that there is an administrator (last-administrator.sql). */
const isLastAdministrator = (error: unknown): boolean =>
  errorCode(error) === '23514' && errorField(error, 'constraint') === 'accounts_last_administrator'
