import { pino, type DestinationStream, type Logger } from 'pino'
import { isUnavailable } from './db/unavailable.ts'
import { errorField } from './error-fields.ts'
import { traceFields } from './tracing/tracing.ts'

export type { Logger }

const secret = [
  'password',
  'currentPassword',
  'token',
  'refreshToken',
  'verificationToken',
  'code',
  'tokenId',
  'accessToken',
  'authorization',
  'cookie',
  'secret',
  'latitude',
  'longitude',
  'text',
  'email',
]

export function openLog(level: string, destination?: DestinationStream): Logger {
  const paths = secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  const options = {
    level,
    redact: { paths, censor: '[hidden]' },
    base: null,
    mixin: traceFields,
    serializers: { err: errorForLog },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Logs only the fields of an error that help to find the cause, because the detail of a database error contains values.
 * Libraries also report errors as plain objects with these fields.
 */
function errorForLog(error: unknown): object {
  const message = errorField(error, 'message')
  if (message === undefined) return { message: String(error) }
  return {
    type: errorField(error, 'name'),
    message,
    // An outage fails everything for the same reason, and the place says nothing about it.
    ...(!isUnavailable(error) && { stack: errorField(error, 'stack') }),
    queue: errorField(error, 'queue'),
    // `code` is hidden in logs, because it may be a sign-in code.
    errorCode: errorField(error, 'code'),
    constraint: errorField(error, 'constraint'),
    table: errorField(error, 'table'),
  }
}
