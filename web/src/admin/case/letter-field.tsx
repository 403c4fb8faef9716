import { directionOf, languageOf } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { TextArea } from '../../ui/field.tsx'
import { useLanguageName } from '../../words/use-language-name.ts'

type Props = { name: string; language: string | null; value: string; onChange: (text: string) => void }

/** The text that a person is sent with a decision, in their language. */
export function LetterField({ name, language: known, value, onChange }: Props) {
  const { t } = useLingui()
  const language = languageOf(known ?? '') ?? 'en'
  const languageName = useLanguageName()(language)
  return (
    <TextArea
      label={t`Message to ${name}`}
      hint={value.trim() === '' ? t`Write a message in ${languageName}.` : t`In their language: ${languageName}.`}
      required
      rows={5}
      maxLength={3000}
      lang={language}
      dir={directionOf(language)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
