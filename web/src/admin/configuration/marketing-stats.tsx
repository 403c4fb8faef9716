import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { SortableList } from './sortable-list.tsx'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import type { Editing } from './use-configuration.ts'

/** The statistics on /home. */
export function Stats({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('figures'))
  return (
    <SortableList
      title={t`Marketing stats`}
      lead={t`Shown on /home in this order. Remove all of them to show none.`}
      before={<TextLanguage value={language} onChange={setLanguage} />}
      items={draft.figures}
      nameOf={({ value, label }) => `${value} ${label}`.trim() || t({ message: 'New figure', context: 'marketing' })}
      fresh={{ value: '', label: '' }}
      add={t`Add a figure`}
      max={8}
      onAdd={() => setLanguage('en')}
      onChange={(figures) => change({ figures })}
    >
      {({ value, label, translations }, at, edit) =>
        language === 'en' ? (
          <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <TextField
              label={t({ message: 'Figure', context: 'marketing' })}
              maxLength={12}
              value={value}
              error={problem(`figures.${at}.value`)}
              onChange={({ target }) => edit({ value: target.value })}
            />
            <TextField
              label={t({ message: 'Label', context: 'marketing' })}
              maxLength={40}
              value={label}
              error={problem(`figures.${at}.label`)}
              onChange={({ target }) => edit({ label: target.value })}
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
              edit({ translations: withTranslation(translations, language, target.value || undefined) })
            }
          />
        )
      }
    </SortableList>
  )
}
