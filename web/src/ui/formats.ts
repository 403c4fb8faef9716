import type { I18n } from '@lingui/core'

type Writer = Pick<I18n, 'locale' | 'locales' | 'number' | 'date'>

/**
 * Days, times and numbers in the user's language. In right-to-left text, a range would be reversed and a sign would
 * switch sides, so both are isolated.
 */
export function formatsOf(i18n: Writer) {
  const locales = i18n.locales ?? i18n.locale
  const isolated = (text: string) => (i18n.locale === 'ar' ? `\u2068${text}\u2069` : text)
  const date = (dateStyle: 'medium' | 'long', timeStyle?: 'short') => (at: string | Date) =>
    i18n.date(new Date(at), { dateStyle, timeStyle })
  return {
    isolated,
    day: date('medium'),
    /** A day in recent months, when the year is clear. */
    shortDay: (at: string | Date) => i18n.date(new Date(at), { month: 'short', day: 'numeric' }),
    longDay: date('long'),
    dayAndTime: date('medium', 'short'),
    list: (items: readonly string[]) => new Intl.ListFormat(locales).format(items),
    range: (low: number, high: number) => isolated(`${i18n.number(low)}–${i18n.number(high)}`),
    atLeast: (least: number) => isolated(`${i18n.number(least)}+`),
    percent: (share: number) => isolated(i18n.number(share, { style: 'percent' })),
  }
}
