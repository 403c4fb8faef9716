import { directionOf, languageNames, languageOf, languages, type Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'

export type Translations<Text> = { [Other in Exclude<Language, 'en'>]?: Text | undefined } | undefined

/** Attributes of a field whose text is in the given language. */
export const writtenIn = (language: Language) => ({ lang: language, dir: directionOf(language) })

export function withTranslation<Text>(
  all: Translations<Text>,
  language: Exclude<Language, 'en'>,
  text: Text | undefined,
): Translations<Text> {
  const { [language]: _before, ...others } = { ...all }
  const next = text === undefined ? others : { ...others, [language]: text }
  return Object.keys(next).length > 0 ? next : undefined
}

export function TextLanguage({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const { t } = useLingui()
  return (
    <SelectField
      label={t`Language`}
      hint={t`Texts without a translation appear in English.`}
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
