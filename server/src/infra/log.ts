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
  const options = { level, redact: { paths, censor: '[hidden]' }, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return destination ? pino(options, destination) : pino(options)
}
