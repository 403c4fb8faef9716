import { type Basics, basicKeys } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOwnValues } from '../../api/use-own-values.ts'
import { TextField } from '../../ui/field.tsx'
import { ToggleOne } from '../../ui/toggle-group.tsx'
import { useWords } from '../people/words.ts'

type Key = keyof Basics
type Props = {
  basics: Basics
  problem: (path: string) => string | undefined
  onChange: (change: Partial<Basics>) => void
  children: ReactNode
}

/** The basics that this member is asked for, in order, each with the operator’s word for it if it has one. */
export function useAskedBasics(basics: Basics): readonly [key: Key, label?: string][] {
  const { basics: own } = useOwnValues()
  if (!own) return basicKeys.map((key) => [key])
  // The operator’s list has no others.
  return own.flatMap(({ id, label, offered }): [Key, string?][] =>
    offered === false && basics[id as Key] == null ? [] : [label ? [id as Key, label] : [id as Key]],
  )
}

export function BasicsFields({ basics, problem, onChange, children }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const names = {
    height: t`Height in cm`,
    children: t`Children`,
    smoking: t`Smoking`,
    drinking: t`Drinking`,
    diet: t`Diet`,
    religion: t`Religion`,
    education: t`Education`,
    work: t`Work`,
  }
  const choices = { children: words.children, smoking: words.habits, drinking: words.habits, diet: words.diets }
  const fieldFor = (key: Key, label: string) => {
    if (key === 'height')
      return (
        <TextField
          key={key}
          label={label}
          type="number"
          min={100}
          max={250}
          value={basics.height ?? ''}
          error={problem('basics.height')}
          onChange={({ target }) => onChange({ height: target.value ? Number(target.value) : null })}
        />
      )
    if (key === 'religion' || key === 'education' || key === 'work')
      return (
        <TextField
          key={key}
          label={label}
          maxLength={key === 'religion' ? 40 : 80}
          value={basics[key] ?? ''}
          error={problem(`basics.${key}`)}
          onChange={({ target }) => onChange({ [key]: target.value || null })}
        />
      )
    return (
      <div key={key} className="sm:col-span-2">
        <ToggleOne
          legend={label}
          all={choices[key]}
          value={basics[key] ?? null}
          onChange={(value) => onChange({ [key]: value })}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {children}
      {useAskedBasics(basics).map(([key, label = names[key]]) => fieldFor(key, label))}
    </div>
  )
}
