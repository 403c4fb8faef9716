import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'
import { LanguageOptions, useLanguage } from '../../words/language-select.tsx'
import { Panel } from './panel.tsx'

/** The language of the app, emails and notifications. */
export function LanguagePanel() {
  const { t } = useLingui()
  const { language, change } = useLanguage()
  return (
    <Panel id="language" title={t`Language`} lead={t`Emails and notifications use this language, too.`}>
      <SelectField label={t`Language`} value={language} onChange={({ target }) => change(target.value)}>
        <LanguageOptions />
      </SelectField>
    </Panel>
  )
}
