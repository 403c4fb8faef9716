import { directionOf, languageNames, languageOf, languages, type Language } from '@kindred/contract/languages'
import type { Translations } from '@kindred/contract/operations/translated'
import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'

/** Attributes of a field whose text is in the given language. */
export const writtenIn = (language: Language) => ({ lang: language, dir: directionOf(language) })

/** A part of a text that stays as it is, such as `{name}`. Between words that run right to left, it would turn around. */
export const asPart = (part: string): string => `\u2066${part}\u2069`

export function withTranslation<Text>(
  all: Translations<Text>,
  language: Exclude<Language, 'en'>,
  text: Text | undefined,
): Translations<Text> {
  const { [language]: _before, ...others } = { ...all }
  const next = text === undefined ? others : { ...others, [language]: text }
  return Object.keys(next).length > 0 ? next : undefined
}

type LanguageProps = { value: Language; hint?: string; onChange: (language: Language) => void }

export function TextLanguage({ value, hint, onChange }: LanguageProps) {
  const { t } = useLingui()
  return (
    <SelectField
      label={t`Language`}
      hint={hint ?? t`Texts without a translation appear in English.`}
      value={value}
      onChange={({ target }) => onChange(languageOf(target.value) ?? 'en')}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </SelectField>
  )
}
