import type { Configuration } from '@kindred/contract/operations/configuration'
import { USUAL_FITTING } from '@kindred/contract/identity/admission'
import { useFirstItems } from './use-first-items.tsx'
import { languageNames, languages } from '@kindred/contract/languages'
import { ourValues, ourWords } from '@kindred/contract/profiles/our-values'
import { distances } from '@kindred/contract/profiles/users'
import { houseDefaults } from '@kindred/contract/operations/house'
import { isLookFile } from '@kindred/contract/operations/look-files'
import { useLingui } from '@lingui/react/macro'
import { usePrice } from '../../api/use-price.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { ValueChange } from '../../ui/value-change.tsx'
import { useGroupName } from '../state-words.ts'
import { useEmailKinds } from './email-kinds.ts'
import { type Difference, differences, excerpt, shortened } from './differences.ts'
import { useMethodNames, useMomentNames } from './age-words.ts'
import { usePartNames } from './part-names.ts'
import { useFieldValues, useLeafNames, useListNames, useSettingValues } from './words.ts'

function useWords() {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const price = usePrice()
  const parts: Partial<Record<string, string>> = usePartNames()
  const leaves = useLeafNames()
  const lists: Partial<Record<string, readonly [string, string]>> = useListNames()
  const values: Partial<Record<string, Partial<Record<string, string>>>> = useFieldValues()
  const settings = useSettingValues()
  const groupName = useGroupName()
  const distance = (km: number) => t`${km} km`
  const age: Partial<Record<string, string>> = { ...useMomentNames(), ...useMethodNames() }
  const kinds = useEmailKinds().flatMap((group) => group.kinds)
  const nameOf = (step: string, at: number, section?: string, list = '') => {
    if (section === 'profileValues' && at === 2) return ourWords[list]?.[step]?.[i18n.locale] ?? step
    if (section === 'emails' && at === 1) return kinds.find(([kind]) => kind === step)?.[1] ?? step
    const language = at > 0 ? languages.find((each) => each === step) : undefined
    if (at === 0) return parts[step] ?? step
    return language ? languageNames[language] : (leaves[step] ?? lists[step]?.[0] ?? step)
  }
  const whole = ({ path }: Difference, { currency }: Pick<Configuration, 'currency'>) => {
    const steps = path
      .filter((step) => step !== 'translations')
      .map((step, at) => shortened(nameOf(step, at, path[0], path[1])))
    const valueText = (value: unknown, other: unknown): string => {
      const leaf = path.at(-1) ?? ''
      if ((leaf === 'retiredAt' || leaf === 'oursRetiredAt') && typeof value === 'string') return formats.longDay(value)
      const named = (path[0] === 'fields' ? values : settings)[leaf]?.[String(value)]
      if (named) return named
      if (Number.isNaN(value)) return t({ message: 'nothing', context: 'setting' })
      if (value === undefined || value === null || value === '')
        return typeof other === 'string' && path[0] !== 'house'
          ? t({ message: 'nothing', context: 'setting' })
          : t({ message: 'default', context: 'setting' })
      if (path[0] === 'documents' && leaf === 'from' && typeof value === 'string') return formats.longDay(value)
      if (path[0] === 'texts' && leaf === 'default' && typeof value === 'string') return nameOf(value, 1)
      if (typeof value === 'boolean')
        return value ? t({ message: 'on', context: 'setting' }) : t({ message: 'off', context: 'setting' })
      if (typeof value === 'number') return path[0] === 'prices' ? price(value, currency) : i18n.number(value)
      if (typeof value === 'string' && isLookFile(value)) {
        const name = value.slice(0, 4)
        return t`file ${name}`
      }
      return typeof value === 'string' ? excerpt(value, other) : shortened(JSON.stringify(value))
    }
    return {
      name: steps.join(' › '),
      valueText,
      wordText: (word: string) =>
        path.at(-1) === 'distances'
          ? distance(Number(word))
          : path.at(-1) === 'shownTo'
            ? groupName(word)
            : path[0] === 'texts'
              ? nameOf(word, 1)
              : (path[0] === 'age' && age[word]) || shortened(word),
    }
  }
  return { whole, list: formats.list }
}

type Props = { before: Configuration; after: Configuration }

/** A setting or a list that a version lacks is as installed, so only what differs from ours counts as a change. */
function withOurs({ profileValues, house, texts, admission, ...version }: Configuration, other: Configuration): object {
  const lists = Object.entries(ourValues).flatMap(([list, ids]) =>
    list in (profileValues ?? {}) || !(list in (other.profileValues ?? {})) ? [] : [[list, ids.map((id) => ({ id }))]],
  )
  return {
    ...version,
    house: { ...houseDefaults, distances, ...house },
    admission: {
      join: 'open',
      ...admission,
      waitingList: admission?.waitingList !== undefined,
      least: admission?.waitingList?.least ?? USUAL_FITTING,
    },
    texts: { languages, ...texts },
    profileValues: { ...Object.fromEntries(lists), ...profileValues },
  }
}

/** What differs between two versions, in words. */
export function ChangeList({ before, after }: Props) {
  const { t } = useLingui()
  const { whole, list } = useWords()
  const all = differences(withOurs(before, after), withOurs(after, before))
  const [shown, more] = useFirstItems(all, 12)
  return (
    <>
      <ul className="grid gap-2 text-small wrap-anywhere">
        {shown.map((each) => {
          const was = whole(each, before)
          const is = whole(each, after)
          const added = each.kind === 'words' ? list(each.added.map(is.wordText)) : ''
          const removed = each.kind === 'words' ? list(each.removed.map(was.wordText)) : ''
          return (
            <li key={`${each.kind} ${each.path.join(' ')}`}>
              <b dir="auto">{is.name}</b>{' '}
              {each.kind === 'value' && (
                <ValueChange
                  before={was.valueText(each.before, each.after)}
                  after={is.valueText(each.after, each.before)}
                />
              )}
              {each.kind === 'words' && added && <span>{t`Added: ${added}.`} </span>}
              {each.kind === 'words' && removed && <span className="text-muted">{t`Removed: ${removed}.`}</span>}
              {each.kind === 'added' && t({ message: 'added', context: 'setting' })}
              {each.kind === 'removed' && (
                <span className="text-muted">{t({ message: 'removed', context: 'setting' })}</span>
              )}
              {each.kind === 'order' && t({ message: 'new order', context: 'setting' })}
            </li>
          )
        })}
      </ul>
      {more}
    </>
  )
}
