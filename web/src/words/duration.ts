import type { I18n } from '@lingui/core'

/** In Arabic, a single letter isn't an abbreviation. German has “Std.” for hours, but none that is usual for days. */
function displayIn(locale: string, unit: string): 'narrow' | 'short' | 'long' {
  if (locale === 'ar') return 'long'
  if (locale !== 'de') return 'narrow'
  return unit === 'day' ? 'long' : 'short'
}

/** A duration in its largest unit, in the format of stats: 45m, 3.2h, 2.1d. */
export function inWords(i18n: Pick<I18n, 'number' | 'locale'>, seconds: number): string {
  const write = (value: number, unit: string, maximumFractionDigits: number) =>
    i18n.number(value, { style: 'unit', unit, unitDisplay: displayIn(i18n.locale, unit), maximumFractionDigits })
  if (seconds < 60) return write(seconds, 'second', 0)
  if (seconds < 3600) return write(seconds / 60, 'minute', 0)
  if (seconds < 86_400) return write(seconds / 3600, 'hour', 1)
  return write(seconds / 86_400, 'day', 1)
}
