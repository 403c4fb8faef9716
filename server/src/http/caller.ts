import { ApiError, LookReason } from '@kindred/contract'
import type { FastifyRequest } from 'fastify'

/** What is known of the connection: for sign-in records, budgets, and the list of one's sessions. */
export type Caller = {
  address: string
  userAgent: string
  requestId: string
  /** The version that the caller has seen, where they say so. */
  ifMatch?: number
  /** Why staff look at what is private, where they say so. */
  reason?: string
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: request.id,
  ...ifMatchOf(request.headers['if-match']),
  ...reasonOf(request.headers['x-reason']),
})

/** A version is a whole number, quoted or not. What names none would be ignored, and a stale write would go through. */
function ifMatchOf(header: string | undefined): { ifMatch?: number } {
  if (header === undefined || header === '*') return {}
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined)
    throw new ApiError('invalid_request', 'If-Match takes the version that you have seen, such as "3".')
  return { ifMatch: Number(version) }
}

/** A header holds ASCII alone: other letters come percent-encoded. What is no reason counts as none. */
function reasonOf(header: string | string[] | undefined): { reason?: string } {
  if (typeof header !== 'string') return {}
  try {
    const { success, data } = LookReason.safeParse(decodeURIComponent(header))
    return success ? { reason: data } : {}
  } catch {
    return {}
  }
}

/** An IPv6 customer has a whole /64 to choose addresses from: it counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  const [left = '', right] = address.split('%')[0]!.split('::')
  const [head, tail] = [left.split(':').filter(Boolean), (right ?? '').split(':').filter(Boolean)]
  const zeros = right === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
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

const first = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** What a person would call the device: 'Firefox on Linux'. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [first(browsers, userAgent), first(systems, userAgent)]
  if (!browser && !system) return 'Another program'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
