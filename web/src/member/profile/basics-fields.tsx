import type { Basics } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useWords } from '../people/words.ts'

type Props = {
  basics: Basics
  problem: (path: string) => string | undefined
  onChange: (change: Partial<Basics>) => void
  children: ReactNode
}

export function BasicsFields({ basics, problem, onChange, children }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const choice = (key: 'children' | 'smoking' | 'drinking' | 'diet', label: string, all: Record<string, string>) => (
    <SelectField
      label={label}
      value={basics[key] ?? ''}
      onChange={({ target }) => onChange({ [key]: target.value || null })}
    >
      <option value="">{t`Prefer not to say`}</option>
      {Object.entries(all).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
  const free = { religion: t`Religion`, education: t`Education`, work: t`Work` }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {children}
      <TextField
        label={t`Height in cm`}
        type="number"
        min={100}
        max={250}
        value={basics.height ?? ''}
        error={problem('basics.height')}
        onChange={({ target }) => onChange({ height: target.value ? Number(target.value) : null })}
      />
      {choice('children', t`Children`, words.children)}
      {choice('smoking', t`Smoking`, words.habits)}
      {choice('drinking', t`Drinking`, words.habits)}
      {choice('diet', t`Diet`, words.diets)}
      {(['religion', 'education', 'work'] as const).map((key) => (
        <TextField
          key={key}
          label={free[key]}
          maxLength={key === 'religion' ? 40 : 80}
          value={basics[key] ?? ''}
          error={problem(`basics.${key}`)}
          onChange={({ target }) => onChange({ [key]: target.value || null })}
        />
      ))}
    </div>
  )
}
