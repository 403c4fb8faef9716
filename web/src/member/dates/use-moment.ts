import { useLingui } from '@lingui/react/macro'

export function useMoment(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) =>
    i18n.date(new Date(iso), { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** With the whole names of the day and the month. */
export function useLongMoment(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) =>
    i18n.date(new Date(iso), { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** Names for the days of a date field: today, tomorrow, or the weekday and the date. */
export function useDayNames(): (day: string, ahead: number) => string {
  const { i18n, t } = useLingui()
  return (day, ahead) => {
    if (ahead === 0) return t`Today`
    if (ahead === 1) return t`Tomorrow`
    return i18n.date(new Date(`${day}T12:00`), { weekday: 'short', month: 'short', day: 'numeric' })
  }
}

/** Names for the times of a time field. */
export function useTimes(): (time: string) => string {
  const { i18n } = useLingui()
  return (time) => i18n.date(new Date(`2026-01-01T${time}`), { hour: 'numeric', minute: '2-digit' })
}

/** A time in the format of a datetime-local field. */
export function toFieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}` +
    `T${two(at.getHours())}:${two(at.getMinutes())}`
  )
}

/** Reads the time in a datetime-local field. Undefined if the field is empty. */
export function fromFieldTime(value: string): string | undefined {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
