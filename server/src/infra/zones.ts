// What a clock on the wall shows somewhere. Making a formatter takes longer than all else that a like does, so each is made once.

const MOST_KEPT = 1000

/** A zone that was stored before zones were checked may be none: then it is the world's. */
export function knownZone(zone: string): string {
  try {
    return /^[+-]/.test(zone) ? 'UTC' : (new Intl.DateTimeFormat('en', { timeZone: zone }), zone)
  } catch {
    return 'UTC'
  }
}

function formatters(locale: string, options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    const known = kept.get(zone)
    if (known) return known
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: knownZone(zone) })
    if (kept.size < MOST_KEPT) kept.set(zone, made)
    return made
  }
}

const daysOf = formatters('sv-SE', {})
const hoursOf = formatters('en-GB', { hour: '2-digit', hourCycle: 'h23' })

/** The day that it is somewhere, as YYYY-MM-DD. */
export const dayIn = (zone: string, now: Date): string => daysOf(zone).format(now)

/** The hour that it is somewhere. */
export const hourIn = (zone: string, now: Date): number => Number(hoursOf(zone).format(now))
