import type { Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Ordered } from './ordered.tsx'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import type { Editing } from './use-configuration.ts'

/** What /home boasts with. */
export function Figures({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('en')
  return (
    <Ordered
      title={t`Marketing figures`}
      lead={t`Shown on /home in this order. Remove all of them to show none.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={draft.figures}
      nameOf={({ value, label }) => `${value} ${label}`.trim() || t({ message: 'New figure', context: 'marketing' })}
      fresh={{ value: '', label: '' }}
      add={t`Add a figure`}
      most={language === 'en' ? 8 : 0}
      onChange={(figures) => change({ figures })}
    >
      {({ value, label, translations }, at, say) =>
        language === 'en' ? (
          <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <TextField
              label={t({ message: 'Figure', context: 'marketing' })}
              maxLength={12}
              value={value}
              error={problem(`figures.${at}.value`)}
              onChange={({ target }) => say({ value: target.value })}
            />
            <TextField
              label={t({ message: 'Label', context: 'marketing' })}
              maxLength={40}
              value={label}
              error={problem(`figures.${at}.label`)}
              onChange={({ target }) => say({ label: target.value })}
            />
          </div>
        ) : (
          <TextField
            label={t({ message: 'Label', context: 'marketing' })}
            hint={label}
            maxLength={40}
            {...writtenIn(language)}
            value={translations?.[language] ?? ''}
            error={problem(`figures.${at}.translations.${language}`)}
            onChange={({ target }) =>
              say({ translations: withTranslation(translations, language, target.value || undefined) })
            }
          />
        )
      }
    </Ordered>
  )
}
