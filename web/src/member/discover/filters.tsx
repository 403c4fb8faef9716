import type { Preferences } from '@kindred/contract/discovery/deck'
import { distances, intentions } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import type { matching } from '../../api/member-client.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useDistance, useWords } from '../people/words.ts'
import { Dealbreakers } from './dealbreakers.tsx'
import { Chosen, Cost, Filter } from './filter-parts.tsx'

export type Change = NonNullable<Parameters<typeof matching.setPreferences>[0]>['body'] & object
export type Costs = readonly { name: string; hides: number }[]
type Props = { wanted: Preferences; costs: Costs; onChange: (change: Change) => void }

export function Filters({ wanted, costs, onChange }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const most = Math.max(1, ...costs.map(({ hides }) => hides))
  const cost = (name: string, lift?: Change) => {
    const found = costs.find((each) => each.name === name)
    return found && found.hides > 0 ? (
      <Cost hides={found.hides} share={found.hides / most} {...(lift ? { onLift: () => onChange(lift) } : {})} />
    ) : null
  }
  return (
    <div>
      <Filter cost={cost('distance', { distance: null })}>
        <Distance value={wanted.distance} onChange={(distance) => onChange({ distance })} />
      </Filter>
      <Filter cost={cost('age', { ageMin: 18, ageMax: 120 })}>
        <div className="grid grid-cols-2 gap-3">
          <Age
            label={t`Minimum age`}
            value={wanted.ageMin}
            onChange={(ageMin) => onChange({ ageMin, ageMax: Math.max(ageMin, wanted.ageMax) })}
          />
          <Age
            label={t`Maximum age`}
            value={wanted.ageMax}
            onChange={(ageMax) => onChange({ ageMax, ageMin: Math.min(ageMax, wanted.ageMin) })}
          />
        </div>
      </Filter>
      <Filter cost={cost('gender')}>
        <Chosen
          legend={t`I’d like to meet`}
          all={{ woman: t`Women`, man: t`Men`, 'non-binary': t`Non-binary people` }}
          chosen={wanted.interestedIn}
          onChange={(interestedIn) => interestedIn.length > 0 && onChange({ interestedIn })}
        />
      </Filter>
      <Filter cost={cost('intention')}>
        <Chosen
          legend={t`Looking for`}
          all={words.intentions}
          chosen={wanted.dealbreakers.intention ?? []}
          onChange={(intention) =>
            onChange({
              dealbreakers: {
                ...wanted.dealbreakers,
                intention: intentions.filter((each) => intention.includes(each)),
              },
            })
          }
        />
      </Filter>
      <Dealbreakers wanted={wanted.dealbreakers} cost={cost} onChange={(dealbreakers) => onChange({ dealbreakers })} />
    </div>
  )
}

function Distance({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const { t } = useLingui()
  const distance = useDistance()
  return (
    <SelectField
      label={t`Distance`}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
    >
      <option value="">{t`Any`}</option>
      {distances.map((each) => (
        <option key={each} value={each}>
          {t`up to ${distance(each)}`}
        </option>
      ))}
    </SelectField>
  )
}

function Age({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Array.from({ length: 103 }, (_, at) => at + 18).map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  )
}
