import { useLingui } from '@lingui/react/macro'

export function useMoment(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) =>
    i18n.date(new Date(iso), { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
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
