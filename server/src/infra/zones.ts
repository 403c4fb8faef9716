import type { Language } from '@kindred/contract/languages'

// Local dates and hours. Creating a formatter takes longer than everything else in a like, so each is cached.

const CACHE_SIZE = 1000

/** Returns UTC for a zone that this version of Node doesn't know, or that isn't a place. */
export function knownZone(zone: string): string {
  try {
    return /^[+-]/.test(zone) ? 'UTC' : (new Intl.DateTimeFormat('en', { timeZone: zone }), zone)
  } catch {
    return 'UTC'
  }
}

function formatters(locale: string, options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const cache = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    const known = cache.get(zone)
    if (known) return known
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: knownZone(zone) })
    if (cache.size < CACHE_SIZE) cache.set(zone, made)
    return made
  }
}

const daysOf = formatters('sv-SE', {})
const hoursOf = formatters('en-GB', { hour: '2-digit', hourCycle: 'h23' })

export const dayIn = (zone: string, now: Date): string => daysOf(zone).format(now)

export const hourIn = (zone: string, now: Date): number => Number(hoursOf(zone).format(now))

const QUARTER = 900_000
const HOUR = 4 * QUARTER

/** The offsets of all time zones are multiples of a quarter of an hour. */
const quarterOf = (now: Date) => Math.floor(now.getTime() / QUARTER) * QUARTER

const isStartOf = (zone: string, hour: number, at: number) =>
  hourIn(zone, new Date(at)) === hour && hourIn(zone, new Date(at - QUARTER)) !== hour

/** The next start of an hour of the day. A clock change may skip it on one day. */
export function nextHour(zone: string, hour: number, now: Date): Date {
  const begin = quarterOf(now)
  for (let at = begin + QUARTER; at <= begin + 50 * HOUR; at += QUARTER)
    if (isStartOf(zone, hour, at)) return new Date(at)
  return new Date(begin + 24 * HOUR)
}

/** The latest start of an hour of the day, which may be now. */
export function latestHour(zone: string, hour: number, now: Date): Date {
  const begin = quarterOf(now)
  for (let at = begin; at >= begin - 50 * HOUR; at -= QUARTER) if (isStartOf(zone, hour, at)) return new Date(at)
  return new Date(begin - 24 * HOUR)
}

/** Adds a region to a language whose dates depend on one. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-US' : language)

const inEachLocale = (options: Intl.DateTimeFormatOptions) => {
  const cache = new Map<string, ReturnType<typeof formatters>>()
  return (locale: string, zone: string, at: Date): string => {
    const made = cache.get(locale) ?? formatters(locale, options)
    if (cache.size < CACHE_SIZE) cache.set(locale, made)
    return made(zone).format(at)
  }
}

const daysInWords = inEachLocale({ dateStyle: 'long' })
const momentsInWords = inEachLocale({
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Formats dates in a reader's time zone and language, and as in their region if it is known. */
export type Formats = { day: (at: Date) => string; moment: (at: Date) => string }

export const formatsIn = (zone: string, language: Language, locale = localeOf(language)): Formats => ({
  day: (at) => daysInWords(locale, zone, at),
  moment: (at) => momentsInWords(locale, zone, at),
})

/** The first moment in a span whose local day is like this. Finding it takes many format calls. */
function firstMoment(zone: string, from: number, to: number, isReached: (day: string) => boolean): Date {
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(dayIn(zone, new Date(middle)))) high = middle
    else low = middle
  }
  return new Date(high)
}

/** No zone is farther from UTC. */
const FARTHEST = 15 * 3_600_000

export function startOfDayIn(zone: string, day: string): Date {
  const inUtc = Date.parse(`${day}T00:00:00Z`)
  return firstMoment(zone, inUtc - FARTHEST, inUtc + FARTHEST, (each) => each >= day)
}

const days = new Map<string, { from: Date; to: Date }>()

/** The end of the local day, cached for a day for each zone. */
export function nextMidnight(zone: string, now: Date): Date {
  const known = days.get(zone)
  if (known && known.from <= now && now < known.to) return known.to
  const day = dayIn(zone, now)
  const to = firstMoment(zone, now.getTime(), now.getTime() + 49 * 3_600_000, (each) => each > day)
  if (known || days.size < CACHE_SIZE) days.set(zone, { from: now, to })
  return to
}
