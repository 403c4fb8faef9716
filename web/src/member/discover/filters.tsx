import type { Preferences } from '@kindred/contract/discovery/deck'
import { intentions } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import type { matching } from '../../api/member-client.ts'
import { useSliderValue } from '../../ui/slider.tsx'
import { OLDEST, YOUNGEST } from '../people/ages.ts'
import { AgeRange, DistanceLimit } from '../people/reach.tsx'
import { useWords } from '../people/words.ts'
import { Dealbreakers } from './dealbreakers.tsx'
import { Cost, Filter } from './filter-parts.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'

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
        <Distance wanted={wanted} onChange={onChange} />
      </Filter>
      <Filter cost={cost('age', { ageMin: YOUNGEST, ageMax: OLDEST })}>
        <Ages wanted={wanted} onChange={onChange} />
      </Filter>
      <Filter cost={cost('gender')}>
        <ToggleGroup
          legend={t`I’d like to meet`}
          all={{ woman: t`Women`, man: t`Men`, 'non-binary': t`Non-binary people` }}
          chosen={wanted.interestedIn}
          onChange={(interestedIn) => interestedIn.length > 0 && onChange({ interestedIn })}
        />
      </Filter>
      <Filter cost={cost('intention')}>
        <ToggleGroup
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

type PartProps = Pick<Props, 'wanted' | 'onChange'>

function Distance({ wanted, onChange }: PartProps) {
  const { value, set, commit } = useSliderValue(wanted.distance, (distance) => onChange({ distance }))
  return <DistanceLimit farthest={value} onChange={set} onRest={commit} />
}

function Ages({ wanted, onChange }: PartProps) {
  const saved = { ageMin: wanted.ageMin, ageMax: wanted.ageMax }
  const { value, set, commit } = useSliderValue(saved, onChange)
  return (
    <AgeRange
      from={value.ageMin}
      to={value.ageMax}
      onChange={(ageMin, ageMax) => set({ ageMin, ageMax })}
      onRest={commit}
    />
  )
}
