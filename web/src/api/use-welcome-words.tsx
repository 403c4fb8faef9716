import type { WelcomeWords } from '@kindred/contract/operations/look'
import { useLingui } from '@lingui/react/macro'
import { useSettings } from './settings.ts'

/** The operator's words for the start page. English replaces a missing translation, as in the server's first paint. */
export function useWelcomeWords() {
  'use no memo' // The settings never change, so memoizing would only add code.
  const { i18n } = useLingui()
  const { en, [i18n.locale]: own }: Partial<Record<string, WelcomeWords>> = useSettings().look?.words ?? {}
  const inEnglish = (text: string | undefined) =>
    text && (
      <span lang="en" dir="ltr">
        {text}
      </span>
    )
  return {
    headline: own?.headline ?? inEnglish(en?.headline),
    text: own?.text ?? inEnglish(en?.text),
    alt: own?.alt ?? en?.alt,
  }
}
