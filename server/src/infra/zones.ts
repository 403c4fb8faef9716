import type { Language } from '@kindred/contract/languages'

// Local dates and hours. Creating a formatter takes longer than everything else in a like, so each is cached.

const CACHE_SIZE = 1000

/** Returns UTC for an unknown zone. Some were stored before zones were validated. */
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

const days = new Map<string, { from: Date; to: Date }>()

/** The end of the local day. Finding it takes many format calls, so it is cached for a day for each zone. */
export function nextMidnight(zone: string, now: Date): Date {
  const known = days.get(zone)
  if (known && known.from <= now && now < known.to) return known.to
  const day = dayIn(zone, now)
  let [low, high] = [now.getTime(), now.getTime() + 49 * 3_600_000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dayIn(zone, new Date(middle)) > day) high = middle
    else low = middle
  }
  const to = new Date(high)
  if (known || days.size < CACHE_SIZE) days.set(zone, { from: now, to })
  return to
}
