import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../ui/use-formats.ts'

/** The server stops counting at this number. */
const MOST_COUNTED = 10_000

export function useCountText() {
  const { i18n } = useLingui()
  const { atLeast } = useFormats()
  return (count: number, counted: 'all' | 'so far' = 'all'): string =>
    counted === 'so far' && count >= MOST_COUNTED ? atLeast(MOST_COUNTED) : i18n.number(count)
}
