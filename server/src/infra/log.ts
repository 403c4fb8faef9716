import { pino, type DestinationStream, type Logger } from 'pino'
import { errorField } from './error-fields.ts'

export type { Logger }

/** Fields that are never logged, in whatever object they appear. */
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
    serializers: { err: errorForLog },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The detail of a database error contains values, so only the fields that help to find the cause are logged. */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code: errorField(error, 'code'),
    constraint: errorField(error, 'constraint'),
    table: errorField(error, 'table'),
  }
}
