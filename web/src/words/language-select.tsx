import { languageNames, languages } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { Globe } from 'lucide-react'
import { useSettings } from '../api/settings.ts'
import { toast } from '../ui/toast.tsx'

export function useLanguage(): { language: string; change: (language: string) => void } {
  const { t, i18n } = useLingui()
  const change = async (language: string) => {
    try {
      const { changeLanguage } = await import('./change-language.ts')
      await changeLanguage(language)
    } catch {
      toast({ text: t`We couldn’t load this language. Please try again.`, bad: true })
    }
  }
  return { language: i18n.locale, change: (language) => void change(language) }
}

/** A language's own name, for people who can't read the current language. */
export const nameOf = (language: string): string =>
  new Map<string, string>(Object.entries(languageNames)).get(language) ?? language

const useOffered = (): readonly string[] => useSettings().texts?.languages ?? languages

export const LanguageOptions = () =>
  useOffered().map((each) => (
    <option key={each} value={each} lang={each}>
      {nameOf(each)}
    </option>
  ))

/** The browser's own select, as small as the links beside it. */
export function LanguageSelect() {
  const { t } = useLingui()
  const { language, change } = useLanguage()
  if (useOffered().length === 1) return null
  return (
    <label className="inline-flex items-center gap-1 text-ink-2">
      <Globe size={16} />
      <select
        aria-label={t`Language`}
        className="min-h-9 rounded-md border-0 bg-transparent pointer-coarse:min-h-11"
        value={language}
        onChange={({ target }) => change(target.value)}
      >
        <LanguageOptions />
      </select>
    </label>
  )
}
