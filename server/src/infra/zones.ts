// Local dates and hours. Creating a formatter takes longer than everything else that a like does, so each is cached.

const CACHE_SIZE = 1000

/** UTC for an unknown zone: some were stored before zones were validated. */
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

/** The local date, as YYYY-MM-DD. */
export const dayIn = (zone: string, now: Date): string => daysOf(zone).format(now)

/** The local hour. */
export const hourIn = (zone: string, now: Date): number => Number(hoursOf(zone).format(now))
