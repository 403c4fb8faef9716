import { useLingui } from '@lingui/react/macro'
import { formatsOf } from './formats.ts'

export function useFormats() {
  const { t, i18n } = useLingui()
  return {
    ...formatsOf(i18n),
    /** Facts in a row that aren't joined by “and”, such as a city and its country. */
    series: (...facts: readonly (string | null | undefined | false)[]): string =>
      facts
        .filter((fact): fact is string => Boolean(fact))
        .reduce((first, second) => (first ? t`${first}, ${second}` : second), ''),
  }
}
