import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger }

/** Never in a log, whatever object they hide in. */
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

/** A database's error tells values in its detail; only what helps to find the cause is written. */
function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  return { type: error.name, message: error.message, stack: error.stack, code, constraint, table }
}
