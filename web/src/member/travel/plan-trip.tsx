import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { PlaceField, type Place } from '../profile/place-field.tsx'
import { useTravel } from './use-travel.ts'

const nowhere: Place = { city: null, country: null }
const empty = { typed: null, place: null, from: '', to: '' }
type Entered = { typed: string | null; place: Place | null; from: string; to: string }

export function PlanTrip() {
  const { t } = useLingui()
  const { value: entered, change, forget } = useFormDraft<Entered>('trip', empty, { ...empty, place: nowhere })
  const [isRefused, setRefused] = useState(false)
  const { plan, busy, problems, text } = useTravel()
  const city = entered.place?.city
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!city)
    if (!entered.place || !city) return
    const { from, to } = entered
    void plan({ city, country: entered.place.country, from, to }).then((isDone) => isDone && forget())
  }
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
      <h3>{t`Plan a trip`}</h3>
      <PlaceField
        place={nowhere}
        typed={entered.typed}
        onTyped={(typed) => change({ typed })}
        error={isRefused && !city ? t`Choose a city from the list.` : problems['city']}
        onChange={(place) => change({ place })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField
          label={t`First day`}
          value={entered.from}
          error={problems['from']}
          onChange={(from) => change({ from })}
        />
        <DayField label={t`Last day`} value={entered.to} error={problems['to']} onChange={(to) => change({ to })} />
      </div>
      <ErrorNote>{Object.keys(problems).length === 0 && text}</ErrorNote>
      <Button type="submit" className="justify-self-start" busy={busy}>
        {t`Plan trip`}
      </Button>
    </form>
  )
}
