import { Plural } from '@lingui/react/macro'
import { useState } from 'react'
import { useMinimumAge } from '../../api/house.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Step } from '../../ui/step-frame.tsx'
import { useDistances } from '../people/words.ts'
import { AgeRange, DistanceLimit } from '../people/reach.tsx'
import { Next, type StepProps } from './step-props.tsx'
import { sliderEnd, suggestedRange } from './steps.ts'

/** The age range and distance of people to meet. The defaults are close to the member's own age and place. */
export function RangeStep({ user, heading, notes, busy, onSave }: StepProps) {
  const range = suggestedRange(user, { youngest: useMinimumAge(), distances: useDistances() })
  const { value, change } = useFormDraft('onboarding.range', range, { ...range, distance: null })
  const { ageMin, ageMax, distance } = value
  // The slider keeps its end while the thumbs move.
  const [end] = useState(() => sliderEnd(range))
  return (
    <Step
      {...heading}
      onSubmit={(event) => {
        event.preventDefault()
        onSave({}, { ageMin, ageMax, distance })
      }}
      foot={<Next busy={busy} />}
    >
      {notes}
      <div className="grid gap-1">
        <AgeRange from={ageMin} to={ageMax} end={end} onChange={(from, to) => change({ ageMin: from, ageMax: to })} />
        {user.age !== null && (
          <p className="text-small text-muted">
            <Plural value={user.age} one="You’re # year old." other="You’re # years old." />
          </p>
        )}
      </div>
      <DistanceLimit farthest={distance} onChange={(farthest) => change({ distance: farthest })} />
    </Step>
  )
}
