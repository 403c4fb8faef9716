import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { refreshProfile } from '../../session/actions.ts'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { moveFrom, PlaceField, type Place } from '../profile/place-field.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { useChecked } from './use-checked.ts'

export function PlaceStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useUnfinished<{ city: string | null }>('onboarding.place', { city: null })
  const [place, setPlace] = useState<Place | null>(user.location)
  const found = { location: !place?.city && t`Choose your city from the list, or use your location.` }
  const { form, problems } = useChecked(found, refused, () => onSave(moveFrom(user.location, place)))
  return (
    <form className="grid gap-5" {...form}>
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        typed={value.city}
        onTyped={(city) => change({ city })}
        error={problems['location'] ?? problems['location.city']}
        onChange={setPlace}
        onHere={() => {
          change({ city: null })
          void refreshProfile()
        }}
      />
      <Next busy={busy} />
    </form>
  )
}
