import type { I18n } from '@lingui/core'

/** A duration in its largest unit, in the format of stats: 45m, 3.2h, 2.1d. */
export function inWords(i18n: Pick<I18n, 'number' | 'locale'>, seconds: number): string {
  // In Arabic, a single letter isn't an abbreviation.
  const unitDisplay = i18n.locale === 'ar' ? 'long' : 'narrow'
  const write = (value: number, unit: string, maximumFractionDigits: number) =>
    i18n.number(value, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  if (seconds < 60) return write(seconds, 'second', 0)
  if (seconds < 3600) return write(seconds / 60, 'minute', 0)
  if (seconds < 86_400) return write(seconds / 3600, 'hour', 1)
  return write(seconds / 86_400, 'day', 1)
}
