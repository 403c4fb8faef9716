import { OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import type { Preferences } from '@kindred/contract/discovery/deck'
import { useLingui } from '@lingui/react/macro'
import { useIsOnePlace } from '../../api/house.ts'
import type { matching } from '../../api/member-client.ts'
import { SavedAges, SavedDistance } from '../people/reach.tsx'
import { useWords } from '../people/words.ts'
import { Dealbreakers } from './dealbreakers.tsx'
import { FieldDealbreakers } from './field-dealbreakers.tsx'
import { Cost, Filter } from './filter-parts.tsx'
import { Switch } from '../../ui/tick.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'

export type Change = NonNullable<Parameters<typeof matching.setPreferences>[0]>['body'] & object
type Costs = readonly { name: string; hides: number }[]
type Props = { wanted: Preferences; costs: Costs; onChange: (change: Change) => void }

export function Filters({ wanted, costs, onChange }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const isOnePlace = useIsOnePlace()
  const most = Math.max(1, ...costs.map(({ hides }) => hides))
  const cost = (name: string, lift?: Change) => {
    const found = costs.find((each) => each.name === name)
    return found && found.hides > 0 ? (
      <Cost hides={found.hides} share={found.hides / most} {...(lift ? { onLift: () => onChange(lift) } : {})} />
    ) : null
  }
  return (
    <div>
      {!isOnePlace && (
        <Filter cost={cost('distance', { distance: null })}>
          <SavedDistance farthest={wanted.distance} onChange={(distance) => onChange({ distance })} />
        </Filter>
      )}
      <Filter cost={cost('age', { ageMin: YOUNGEST, ageMax: OLDEST })}>
        <SavedAges {...wanted} onChange={onChange} />
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
          all={words.everyIntention}
          chosen={wanted.dealbreakers.intention ?? []}
          onChange={(intention) =>
            onChange({
              dealbreakers: {
                ...wanted.dealbreakers,
                intention: Object.keys(words.everyIntention).filter((each) => intention.includes(each)),
              },
            })
          }
        />
      </Filter>
      <Filter cost={cost('newHere')}>
        <Switch
          label={t`New here`}
          hint={t`Joined in the last two weeks`}
          checked={wanted.dealbreakers.newHere === true}
          onChange={({ target }) => onChange({ dealbreakers: { ...wanted.dealbreakers, newHere: target.checked } })}
        />
      </Filter>
      <FieldDealbreakers
        wanted={wanted.dealbreakers}
        cost={cost}
        onChange={(dealbreakers) => onChange({ dealbreakers })}
      />
      <Dealbreakers wanted={wanted.dealbreakers} cost={cost} onChange={(dealbreakers) => onChange({ dealbreakers })} />
    </div>
  )
}
