import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'

export function useDayRange() {
  const { i18n } = useLingui()
  const { isolated } = useFormats()
  return (from: string, to: string, dateStyle: 'medium' | 'short' = 'medium') =>
    isolated(new Intl.DateTimeFormat(i18n.locales, { dateStyle }).formatRange(new Date(from), new Date(to)))
}
