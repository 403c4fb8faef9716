import { useLingui } from '@lingui/react/macro'

/** Days, times and prices in the user's language, so that every screen writes them the same way. */
export function useFormats() {
  const { i18n } = useLingui()
  const day = (at: string | Date) => i18n.date(new Date(at), { dateStyle: 'medium' })
  return {
    day,
    dayOrDash: (at: string | null) => (at ? day(at) : '–'),
    longDay: (at: string | Date) => i18n.date(new Date(at), { dateStyle: 'long' }),
    dayAndTime: (at: string | Date) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
    list: (items: readonly string[]) => new Intl.ListFormat(i18n.locales).format(items),
    price: (cents: number, currency: string) => i18n.number(cents / 100, { style: 'currency', currency }),
  }
}
