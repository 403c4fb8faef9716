import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../ui/use-formats.ts'

/** The server stops counting at this number. */
const MAX_COUNTED = 10_000

export function useCountText() {
  const { i18n } = useLingui()
  const { atLeast } = useFormats()
  return (count: number, counted: 'all' | 'so far' = 'all'): string =>
    counted === 'so far' && count >= MAX_COUNTED ? atLeast(MAX_COUNTED) : i18n.number(count)
}
