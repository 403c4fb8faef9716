import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Step } from '../../ui/step-frame.tsx'
import { moveFrom, type Place, PlaceField, useFirstPlace } from '../profile/place-field.tsx'
import { Next, type StepProps } from './step-props.tsx'

/** The city. A typed text stands for the first city that it finds. */
export function PlaceStep({ user, heading, notes, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { value, change } = useFormDraft<{ city: string | null }>('onboarding.place', { city: null })
  const [place, setPlace] = useState<Place | null>(user.location)
  const [isLooking, setIsLooking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const firstPlace = useFirstPlace()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsLooking(true)
    try {
      const found = place?.city ? place : await firstPlace(value.city ?? '')
      if (found?.city) return onSave(moveFrom(user.location, found))
      setProblem(t`Choose your city from the list, or use your location.`)
      form.current?.querySelector('input')?.focus()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setIsLooking(false)
    }
  }
  return (
    <Step
      ref={form}
      {...heading}
      isTyped
      onSubmit={(event) => void submit(event)}
      foot={<Next busy={busy || isLooking} />}
    >
      {notes}
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        typed={value.city}
        onTyped={(city) => {
          setProblem(undefined)
          change({ city })
        }}
        error={problem ?? problems['location'] ?? problems['location.city']}
        onChange={setPlace}
        onHere={() => {
          change({ city: null })
          void refreshProfile()
        }}
      />
    </Step>
  )
}
