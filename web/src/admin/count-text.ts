import { useLingui } from '@lingui/react/macro'

/** Where the server stops counting what was asked for. */
const MOST_COUNTED = 10_000

/** How many there are, in words: what is counted no further says so. */
export function useCountText() {
  const { i18n } = useLingui()
  return (count: number, counted: 'all' | 'so far' = 'all'): string =>
    counted === 'so far' && count >= MOST_COUNTED ? `${i18n.number(MOST_COUNTED)}+` : i18n.number(count)
}
