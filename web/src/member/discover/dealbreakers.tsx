import type { Dealbreakers as Wanted } from '@kindred/contract/discovery/deck'
import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOn } from '../../api/house.ts'
import { useOwnValues } from '../../api/use-own-values.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Switch } from '../../ui/tick.tsx'
import { useWords } from '../people/words.ts'
import { Filter } from './filter-parts.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'

type Props = { wanted: Wanted; cost: (name: string) => ReactNode; onChange: (wanted: Wanted) => void }

/** Premium filters that must match. They exclude people, but don't rank anyone higher. */
export function Dealbreakers({ wanted, cost, onChange }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const isVIP = useSession(({ user }) => user?.isVIP === true)
  const hasPremium = useIsOn('premium')
  const { basics: own } = useOwnValues()
  if (!isVIP && !hasPremium) return null
  if (!isVIP)
    return (
      <p className="grid gap-3 border-t border-line py-4 text-small text-muted">
        <span className="flex items-center gap-2">
          <Lock size={18} className="flex-none" />
          <span>
            <Trans>
              Dealbreakers on children, habits and verified photos are part of <Link to={paths.premium}>Premium</Link>.
            </Trans>
          </span>
        </span>
      </p>
    )
  const some = (key: 'children' | 'smoking' | 'drinking' | 'diet', legend: string, all: Record<string, string>) => {
    const asked = own ? own.find(({ id }) => id === key) : { label: legend }
    if (!asked) return null
    return (
      <Filter cost={cost(key)}>
        <ToggleGroup
          legend={asked.label ?? legend}
          all={all}
          chosen={wanted[key] ?? []}
          onChange={(chosen) => onChange({ ...wanted, [key]: chosen })}
        />
      </Filter>
    )
  }
  return (
    <>
      {some('children', t`Children`, words.children)}
      {some('smoking', t`Smoking`, words.habits)}
      {some('drinking', t`Drinking`, words.habits)}
      {some('diet', t`Diet`, words.diets)}
      <Filter cost={cost('checkedOnly')}>
        <Switch
          label={t`Only verified photos`}
          checked={wanted.checkedOnly === true}
          onChange={({ target }) => onChange({ ...wanted, checkedOnly: target.checked })}
        />
      </Filter>
    </>
  )
}
