import { type Language, translated } from '@kindred/contract/languages'
import type { ProfileField } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { isLive } from './retired.ts'
import { withTranslation, writtenIn } from './translations.tsx'
import type { Editing } from './use-configuration.ts'
import { useFieldNames } from './words.ts'

type Words = NonNullable<NonNullable<ProfileField['translations']>['de']>

/** Without English words, members would still see their translations. */
export const withoutWords = (translations: ProfileField['translations'], key: 'hint' | 'unit') =>
  translated.reduce((all, language) => {
    const own = all?.[language]
    return own?.[key] ? withTranslation(all, language, written({ ...own, [key]: undefined })) : all
  }, translations)

/** Undefined without any words. */
function written({ label, hint, unit }: Words): Words | undefined {
  if (!label && !hint && !unit) return undefined
  return { label, ...(hint ? { hint } : {}), ...(unit ? { unit } : {}) }
}

type Props = {
  field: ProfileField
  path: string
  language: Exclude<Language, 'en'>
  edit: (change: Partial<ProfileField>) => void
  problem: Editing['problem']
}

/** The words of a field in another language, below the English ones. */
export function FieldWords({ field, path, language, edit, problem }: Props) {
  const { t } = useLingui()
  const names = useFieldNames()
  const own: Words = field.translations?.[language] ?? { label: '' }
  const write = (change: Partial<Words>) =>
    edit({ translations: withTranslation(field.translations, language, written({ ...own, ...change })) })
  const at = (key: string) => problem(`${path}.translations.${language}.${key}`)
  const text = (key: 'label' | 'hint' | 'unit', name: string, most: number) => (
    <TextField
      label={name}
      hint={field[key]}
      maxLength={most}
      {...writtenIn(language)}
      value={own[key] ?? ''}
      error={at(key)}
      onChange={({ target }) => write({ [key]: target.value })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      {text('label', t({ message: 'Question', context: 'profile field' }), 60)}
      {(field.hint || own.hint) && text('hint', names.hint, 160)}
      {(field.unit || own.unit) && text('unit', names.unit, 12)}
      {field.options.filter(isLive).map((option) => (
        <TextField
          key={option.id}
          label={t`Option “${option.label}”`}
          maxLength={60}
          {...writtenIn(language)}
          value={option.translations?.[language] ?? ''}
          error={problem(`${path}.options.${field.options.indexOf(option)}.translations.${language}`)}
          onChange={({ target }) =>
            edit({
              options: field.options.map((each) =>
                each.id === option.id
                  ? { ...each, translations: withTranslation(each.translations, language, target.value || undefined) }
                  : each,
              ),
            })
          }
        />
      ))}
    </div>
  )
}
