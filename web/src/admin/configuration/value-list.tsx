import type { Language } from '@kindred/contract/languages'
import { MOST_VALUES, type ProfileValue } from '@kindred/contract/profiles/values'
import { useLingui } from '@lingui/react/macro'
import { ArchiveRestore, Eye, EyeOff, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError, typedDirection } from '../../ui/field.tsx'
import { OptionRow } from './option-row.tsx'
import { withTranslation, writtenIn } from './translations.tsx'
import { moved, useItemKeys } from './use-item-keys.ts'
import { isLive, retired } from './retired.ts'

type Props = {
  title: string
  lead: string
  /** Undefined if nothing can be added. */
  add?: string
  /** The list, or undefined if it is as installed. */
  values: readonly ProfileValue[] | undefined
  saved: readonly ProfileValue[] | undefined
  ours: readonly string[]
  ourWords: (id: string, language: Language) => string
  /** The ID of an added value. */
  idOf: (label: string, taken: readonly string[]) => string
  maxLength: number
  /** True if removing a value takes it off profiles. */
  retires: boolean
  language: Language
  /** Above the list. */
  before?: ReactNode
  /** Below an added value. */
  below?: (value: ProfileValue, edit: (value: ProfileValue) => void) => ReactNode
  problem: (path: string) => string | undefined
  onChange: (values: ProfileValue[] | undefined) => void
}

const isAsInstalled = (values: readonly ProfileValue[], ours: readonly string[]): boolean =>
  values.length === ours.length && values.every((each, at) => each.id === ours[at] && Object.keys(each).length === 1)

/** One list of what members can choose, with ours and the operator’s. */
export function ValueList(props: Props) {
  const { title, lead, add, values, saved = [], ours, ourWords, idOf, maxLength, retires, language, problem } = props
  const { t } = useLingui()
  const all = values ?? ours.map((id): ProfileValue => ({ id }))
  const live = all.filter(isLive)
  const gone = all.filter((each) => !isLive(each))
  const missing = ours.flatMap((id): ProfileValue[] => (all.some((each) => each.id === id) ? [] : [{ id }]))
  const { ids, list, ...places } = useItemKeys(live.length)
  const isOurs = ({ id }: ProfileValue) => ours.includes(id)
  const isKnown = (value: ProfileValue) => isOurs(value) || saved.some(({ id }) => id === value.id)
  const nameOf = ({ id, label }: ProfileValue) => label ?? ourWords(id, 'en')
  const set = (next: readonly ProfileValue[], retired: readonly ProfileValue[] = gone) => {
    const whole = [...next, ...retired]
    props.onChange(isAsInstalled(whole, ours) ? undefined : whole)
  }
  const write = (at: number, text: string) =>
    set(live.map((value, each) => (each === at ? written(value, text) : value)))
  const written = (value: ProfileValue, text: string): ProfileValue => {
    if (language !== 'en') {
      const { translations: before, ...others } = value
      const translations = withTranslation(before, language, text || undefined)
      return translations ? { ...others, translations } : others
    }
    const { label: _label, ...others } = value
    if (isOurs(value)) return text === ourWords(value.id, 'en') ? others : { ...others, label: text }
    const taken = [...all, ...saved].flatMap(({ id }) => (id === value.id ? [] : [id]))
    return { ...others, label: text, ...(isKnown(value) ? {} : { id: idOf(text, taken) }) }
  }
  const move = (at: number, to: number) => {
    places.move(at, to)
    set(moved(live, at, to))
  }
  const remove = (at: number, value: ProfileValue) => {
    places.remove(at)
    const isKept = retires && isKnown(value)
    set(live.toSpliced(at, 1), isKept ? [...gone, retired(value)] : gone)
  }
  const addOne = () => {
    places.add()
    const taken = [...all, ...saved].map(({ id }) => id)
    set([...live, { id: idOf('', taken), label: '' }])
  }
  const bringBack = ({ retiredAt: _retiredAt, ...value }: ProfileValue) => {
    places.add()
    set(
      [...live, value],
      gone.filter(({ id }) => id !== value.id),
    )
  }
  const offer = (at: number, isOffered: boolean) =>
    set(
      live.map(({ offered, ...value }, each) => {
        if (each !== at) return offered === undefined ? value : { ...value, offered }
        return isOffered ? value : { ...value, offered: false }
      }),
    )
  const wrong = (value: ProfileValue) => {
    const path = String(all.indexOf(value))
    return ['label', 'id', 'shownTo', `translations.${language}`].map((key) => problem(`${path}.${key}`)).find(Boolean)
  }
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={title}>
      <h2>{title}</h2>
      <p className="text-muted">{lead}</p>
      {props.before}
      <ol ref={list} className="grid grid-cols-1 gap-2">
        {live.map((value, at) => {
          const name = nameOf(value) || t`New entry`
          const text = language === 'en' ? nameOf(value) : (value.translations?.[language] ?? '')
          const isOffered = value.offered !== false
          return (
            <OptionRow
              key={ids[at] ?? at}
              id={ids[at] ?? ''}
              label={name}
              name={name}
              at={at}
              count={live.length}
              input={{
                value: text,
                maxLength,
                dir: typedDirection(text),
                ...(language === 'en'
                  ? {}
                  : { ...writtenIn(language), placeholder: value.label ?? ourWords(value.id, language) }),
              }}
              wrong={wrong(value)}
              removal={retires ? t`Retire ${name}` : t`Remove ${name}`}
              onChange={(typed) => write(at, typed)}
              onMove={(to) => move(at, to)}
              onRemove={() => remove(at, value)}
              below={
                !isOurs(value) &&
                language === 'en' &&
                props.below?.(value, (next) => set(live.map((each) => (each === value ? next : each))))
              }
            >
              {retires && (
                <IconButton
                  label={isOffered ? t`Stop offering ${name}` : t`Offer ${name} again`}
                  tone="ghost"
                  size="sm"
                  className={isOffered ? '' : 'text-danger'}
                  onClick={() => offer(at, !isOffered)}
                >
                  {isOffered ? <Eye size={18} /> : <EyeOff size={18} />}
                </IconButton>
              )}
            </OptionRow>
          )
        })}
      </ol>
      {problem('') && <FieldError id={`${title}-problem`}>{problem('')}</FieldError>}
      {add && live.length < MOST_VALUES && language === 'en' && (
        <Button tone="quiet" className="justify-self-start" onClick={addOne}>
          <Plus size={18} />
          {add}
        </Button>
      )}
      {gone.length + missing.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={retires ? t`Retired entries` : t`Removed entries`}>
          {[...gone, ...missing].map((value) => (
            <li key={value.id}>
              <Button
                tone="ghost"
                size="sm"
                aria-label={t`Bring back ${nameOf(value)}`}
                onClick={() => bringBack(value)}
              >
                <ArchiveRestore size={18} />
                <s dir="auto">{nameOf(value)}</s>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
