const HOUR = 3_600_000

export type Ago = { kind: 'never' } | { kind: 'now' } | { kind: 'hours' | 'days'; count: number } | { kind: 'date' }

/** The time since a user was last active, as specified: hours within a day, days within a week, then a date. */
export function agoOf(lastActive: string | null, now: number): Ago {
  if (lastActive === null) return { kind: 'never' }
  const hours = (now - Date.parse(lastActive)) / HOUR
  if (hours < 1) return { kind: 'now' }
  if (hours < 24) return { kind: 'hours', count: Math.floor(hours) }
  return hours < 168 ? { kind: 'days', count: Math.floor(hours / 24) } : { kind: 'date' }
}
