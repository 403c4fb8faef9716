import { errorCode, errorField } from '../error-fields.ts'

/** The database's codes when it stops, starts, or doesn't accept writes because another server is the primary now. */
const lostCodes = new Set(['25006', '57P01', '57P02', '57P03', '57P05', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

const unavailableCodes = new Set([
  // A statement or a lock took longer than it may, or a transaction was left open.
  '57014',
  '55P03',
  '25P03',
  '53100',
  '53200',
  '53300',
  '53400',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** A prepared statement exists already or no longer exists, which may happen with a pooler (transaction-client.ts). */
const misnamed = new Set(['42P05', '26000'])

/**
 * A migration has changed the columns that a prepared statement returns. The error's message depends on the language.
 */
const isOutdated = (error: unknown): boolean => errorField(error, 'routine') === 'RevalidateCachedQuery'

/** True if a statement was refused because of another one prepared under its name, so that a new name helps. */
export const isMisnamed = (error: unknown): boolean => misnamed.has(errorCode(error) ?? '') || isOutdated(error)

/** pg's messages for a broken connection, which has no code. */
const lostConnection = /Connection (terminated|ended)|Client (has encountered a connection error|was closed)/
const noConnection = /timeout (expired|exceeded when trying to connect)/

/** The messages of Citus's coordinator for a worker that was lost in the middle of a transaction, which has no code. */
const lostWorker =
  /^(server closed the connection|connection not open|no connection to the server|could not (receive|send) data|SSL (connection|SYSCALL|error)|failure on connection marked|failed to prepare transaction|could not commit transaction for shard)/

const saysThatSomethingIsGone = (error: unknown): boolean => {
  const code = errorCode(error) ?? ''
  return lostCodes.has(code) || code.startsWith('08')
}

/**
 * True if only a Citus worker is gone. The coordinator reports that as an error of the statement, while the end of its
 * own connection is a fatal error, unless it doesn't accept writes.
 */
const isLostWorker = (error: unknown): boolean =>
  errorField(error, 'severity') === 'ERROR' &&
  !isReadOnly(error) &&
  (saysThatSomethingIsGone(error) ||
    (errorCode(error) === 'XX000' && error instanceof Error && lostWorker.test(error.message)))

/** True if the connection was lost or is no longer usable, so that another one may work. */
export const isLostConnection = (error: unknown): boolean =>
  !isLostWorker(error) &&
  (saysThatSomethingIsGone(error) || (error instanceof Error && lostConnection.test(error.message)))

/** While `admin distribute` runs, a statement may read one table that is already distributed and one that isn't. */
const isBetweenTables = (error: unknown): boolean =>
  errorCode(error) === '0A000' && error instanceof Error && /between distributed and local tables/.test(error.message)

/** True if the database is unavailable, full or restarting, rather than our statement being wrong. */
export const isUnavailable = (error: unknown): boolean =>
  isLostConnection(error) ||
  isLostWorker(error) ||
  isBetweenTables(error) ||
  unavailableCodes.has(errorCode(error) ?? '') ||
  (error instanceof Error && noConnection.test(error.message))

/** What an operator can do about each code. */
const remedies: Readonly<Record<string, string>> = {
  '53100': 'The database’s disk is full. Free some of it, or enlarge it.',
  '53200': 'The database’s machine has too little memory. Give it more, or lower its work_mem.',
  '53300':
    'The database refuses further connections. Raise its max_connections and the role’s connection limit, or run fewer servers (docs/operations.md, “Connections”).',
  '53400': 'A limit of the database’s configuration was reached.',
  '57014': 'A statement took longer than it may. Look for a slow disk, or for long transactions in pg_stat_activity.',
  '55P03': 'A lock wasn’t free in time. Look for long transactions in pg_stat_activity.',
  timeout: 'No connection was free in time. Look at the metric database_waiting, and at long statements.',
}
const NO_DATABASE = 'Check that the database is running, that it accepts writes, and that DATABASE_URL leads to it.'

/** One line for the log. An outage fails hundreds of requests for the same reason. */
export function refusalOf(error: unknown): { code: string; reason: string; remedy: string } {
  const code = errorCode(error) ?? (error instanceof Error && noConnection.test(error.message) ? 'timeout' : 'lost')
  const reason = error instanceof Error ? error.message : String(error)
  return { code, reason, remedy: remedies[code] ?? NO_DATABASE }
}

/** The connected server doesn't accept writes, so it has written nothing. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006'

export const noAnswer = (): Error => Object.assign(new Error('The database doesn’t answer.'), { code: 'ETIMEDOUT' })
