/** A time that something took, in its largest unit, as figures are written: 45m, 3.2h, 2.1d. */
export function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)}s`
  if (seconds < 3600) return `${Math.round(seconds / 60)}m`
  if (seconds < 86_400) return `${round(seconds / 3600)}h`
  return `${round(seconds / 86_400)}d`
}

const round = (value: number): string => String(Math.round(value * 10) / 10)
