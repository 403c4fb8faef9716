import { useLingui } from '@lingui/react/macro'

/** When something is, as people write it in an invitation. */
export function useMoment(): (iso: string) => string {
  const { i18n } = useLingui()
  return (iso) =>
    i18n.date(new Date(iso), { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
}

/** A moment as a field for local times has it. */
export function toFieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}` +
    `T${two(at.getHours())}:${two(at.getMinutes())}`
  )
}

/** The moment that a field holds; undefined while it holds none. */
export function fromFieldTime(value: string): string | undefined {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
