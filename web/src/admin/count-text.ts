import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../ui/use-formats.ts'

/** The number at which the server stops counting matches. */
const MOST_COUNTED = 10_000

/** A count as text, with a plus sign if the server stopped counting. */
export function useCountText() {
  const { i18n } = useLingui()
  const { atLeast } = useFormats()
  return (count: number, counted: 'all' | 'so far' = 'all'): string =>
    counted === 'so far' && count >= MOST_COUNTED ? atLeast(MOST_COUNTED) : i18n.number(count)
}
