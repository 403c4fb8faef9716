import type { Basics } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '../../ui/field.tsx'
import { ToggleOne } from '../../ui/toggle-group.tsx'
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
    <div className="sm:col-span-2">
      <ToggleOne
        legend={label}
        all={all}
        value={basics[key] ?? null}
        onChange={(value) => onChange({ [key]: value })}
      />
    </div>
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
