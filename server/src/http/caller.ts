import { ApiError, storedMessage, LookReason, message, type MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Gender } from '../infra/language/write.ts'
import { languageOfCall, localeOfCall } from './language.ts'

export type Caller = {
  address: string
  userAgent: string
  requestId: string
  language: Language
  locale?: string | undefined
  /** The account's gender, for the grammar of texts in the response. */
  gender?: Gender
  ifMatch?: number
  reason?: string
}

export type Answering = { caller: Pick<Caller, 'language' | 'locale' | 'gender'> }

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: request.id,
  language: languageOfCall(request),
  locale: localeOfCall(request),
  gender: request.gender,
  ...ifMatchOf(request.headers['if-match']),
  ...reasonOf(request.headers['x-reason']),
})

/**
 * A version is an integer, quoted or not. Anything else is refused, because ignoring it would let a stale write
 * through.
 */
function ifMatchOf(header: string | undefined): { ifMatch?: number } {
  if (header === undefined || header === '*') return {}
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined)
    throw new ApiError('invalid_request', 'If-Match must be the version that you last saw, such as "3".')
  return { ifMatch: Number(version) }
}

/** Headers contain only ASCII, so other letters are percent-encoded. An invalid reason counts as none. */
function reasonOf(header: string | string[] | undefined): { reason?: string } {
  if (typeof header !== 'string') return {}
  try {
    const { success, data } = LookReason.safeParse(decodeURIComponent(header))
    return success ? { reason: data } : {}
  } catch {
    return {}
  }
}

/** A reset connection no longer has an address, and no one waits for the response. */
export function rejectResetConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.ip ? undefined : new ApiError('malformed_request', 'The request was cut off.')),
  )
}

/** The address of a websocket's client. As for requests, only the nearest proxies may name it. */
export function addressOf({ headers, socket }: IncomingMessage, trustedHops: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const addresses = [socket.remoteAddress ?? '', ...forwarded.toReversed()]
  return addresses[Math.min(trustedHops, addresses.length - 1)] ?? ''
}

/** The network for rate limits. Providers assign IPv6 customers up to a /48, so each /48 counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  const [withoutZone = ''] = address.split('%')
  const [left = '', right] = withoutZone.split('::')
  const [head, tail] = [left.split(':').filter(Boolean), (right ?? '').split(':').filter(Boolean)]
  const zeros = right === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail]
    .slice(0, 3)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/** Includes neighboring addresses: an IPv4 /24 or an IPv6 /48, where strangers are counted rather than slowed down. */
export function subnetOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.')
}

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const firstMatch = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

export function deviceOf(userAgent: string): MessageDescriptor {
  const [browser, system] = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)]
  if (!browser && !system) return message('Unknown browser')
  if (!system) return storedMessage(browser ?? '')
  return browser ? message('{browser} on {system}', { browser, system }) : message('A browser on {system}', { system })
}
