import { useLingui } from '@lingui/react/macro'

/** The name of a language, in the reader's. */
export function useLanguageName(): (language: string) => string {
  const { i18n } = useLingui()
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' })
  return (language) => names.of(language) ?? language
}
