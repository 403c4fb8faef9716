import { type FieldOption, MOST_OPTIONS } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { ArchiveRestore, Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError, typedDirection } from '../../ui/field.tsx'
import { OptionRow } from './option-row.tsx'
import { slugOf } from './slug.ts'
import { moved, useItemKeys } from './use-item-keys.ts'
import { isLive, retired } from './retired.ts'

type Props = {
  options: readonly FieldOption[]
  saved: readonly FieldOption[]
  error: string | undefined
  problem: (at: number) => string | undefined
  onChange: (options: FieldOption[]) => void
}

/** The options of a field. Removing a saved one retires it, so that it can come back with its answers. */
export function FieldOptions({ options, saved, error, problem, onChange }: Props) {
  const { t } = useLingui()
  const id = useId()
  const live = options.filter(isLive)
  const gone = options.filter((option) => !isLive(option))
  const { ids, list, ...places } = useItemKeys(live.length)
  const isSaved = ({ id: option }: FieldOption) => saved.some((each) => each.id === option)
  const taken = (own: string) => [...saved, ...options].flatMap((each) => (each.id === own ? [] : [each.id]))
  const set = (next: readonly FieldOption[], removed: readonly FieldOption[] = []) =>
    onChange([...next, ...gone, ...removed])
  const rename = (at: number, label: string) =>
    set(
      live.map((option, each) => {
        if (each !== at) return option
        return { ...option, label, ...(isSaved(option) ? {} : { id: slugOf(label, taken(option.id), 'option') }) }
      }),
    )
  const move = (at: number, to: number) => {
    places.move(at, to)
    set(moved(live, at, to))
  }
  const remove = (at: number, option: FieldOption) => {
    places.remove(at)
    set(live.toSpliced(at, 1), isSaved(option) ? [retired(option)] : [])
  }
  const add = () => {
    places.add()
    set([...live, { id: slugOf('', taken(''), 'option'), label: '' }])
  }
  const bringBack = ({ retiredAt: _retiredAt, ...option }: FieldOption) => {
    places.add()
    onChange([...live, option, ...gone.filter((each) => each.id !== option.id)])
  }
  return (
    <fieldset className="grid grid-cols-1 gap-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1 font-medium">{t`Options`}</legend>
      <ol ref={list} className="grid grid-cols-1 gap-2">
        {live.map((option, at) => {
          const name = option.label || t`Option ${at + 1}`
          const wrong = problem(options.indexOf(option))
          return (
            <OptionRow
              key={ids[at] ?? at}
              id={ids[at] ?? ''}
              label={t`Option ${at + 1}`}
              name={name}
              at={at}
              count={live.length}
              input={{ value: option.label, maxLength: 60, dir: typedDirection(option.label) }}
              wrong={wrong}
              removal={t`Retire ${name}`}
              onChange={(label) => rename(at, label)}
              onMove={(to) => move(at, to)}
              onRemove={() => remove(at, option)}
            />
          )
        })}
      </ol>
      {error && <FieldError id={id}>{error}</FieldError>}
      {live.length < MOST_OPTIONS && (
        <Button tone="quiet" size="sm" className="justify-self-start" onClick={add}>
          <Plus size={18} />
          {t`Add an option`}
        </Button>
      )}
      {gone.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t`Retired options`}>
          {gone.map((option) => (
            <li key={option.id}>
              <Button
                tone="ghost"
                size="sm"
                aria-label={t`Bring back ${option.label}`}
                onClick={() => bringBack(option)}
              >
                <ArchiveRestore size={18} />
                <s dir="auto">{option.label}</s>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
