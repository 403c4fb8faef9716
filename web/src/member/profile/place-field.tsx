import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { members } from '../../api/member-client.ts'
import { usePlaceWords } from '../../api/place-words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

export type Place = { city: string | null; country: string | null }

const textOf = ({ city, country }: Place): string => (city && country ? `${city}, ${country}` : (city ?? country ?? ''))
/** Latin and Arabic commas are equivalent. */
const folded = (text: string) => text.replaceAll(/\s*[,،]\s*/g, ', ').toLocaleLowerCase()
const isSame = (one: string, other: string) => folded(one) === folded(other)

/** A place as plain text for a field, without the isolates that surround names on screens. */
function useFieldText(): (place: Place) => string {
  const words = usePlaceWords()
  return (place) => words.whole(place).replaceAll(/[\u2066-\u2069]/g, '')
}

/** The change from one place to another, or empty if they are the same. */
export const moveFrom = (before: Place, place: Place | null): { location?: Place } =>
  place && textOf(place) !== textOf(before) ? { location: place } : {}

/** The places that start with the text, and the selected or unambiguous one. */
function usePlaces(text: string) {
  const typed = text.trim()
  const [first = ''] = typed.split(/[,،]/)
  // No city has a longer name.
  const wanted = useDeferredValue(first.trim().slice(0, 80))
  const { data } = useQuery({
    ...readQuery(['searchPlaces', wanted], () => members.searchPlaces({ query: { q: wanted } })),
    enabled: wanted.length >= 2,
    staleTime: Infinity,
  })
  const fieldText = useFieldText()
  const places = data?.data.places
  const namesakes = places?.filter(({ city }) => isSame(city?.split(',')[0] ?? '', typed)) ?? []
  const chosen = places?.find((place) => [textOf(place), fieldText(place)].some((each) => isSame(each, typed)))
  return { places, chosen: chosen ?? (namesakes.length === 1 ? namesakes[0] : undefined) }
}

type Props = {
  place: Place
  /** The text in the field if it differs from the place's name. */
  typed: string | null
  onTyped: (text: string | null) => void
  error: string | undefined
  /** Called with null while the text isn't a known place. */
  onChange: (place: Place | null) => void
  onHere: () => void
}

/** A field for a city from the suggestions, or for the device's position, which the server rounds. */
export function PlaceField({ place, typed, onTyped, error, onChange, onHere }: Props) {
  const { t } = useLingui()
  const id = useId()
  const fieldText = useFieldText()
  const saved = fieldText(place)
  const input = typed ?? saved
  const { places, chosen } = usePlaces(input)
  const report = useEffectEvent(() => onChange(isSame(input.trim(), saved) ? place : (chosen ?? null)))
  const name = chosen && textOf(chosen)
  useEffect(() => report(), [input, name])
  return (
    <div className="grid gap-3">
      <TextField
        label={t`City`}
        required
        list={id}
        maxLength={160}
        autoComplete="off"
        placeholder={t`Lisbon, Portugal`}
        hint={
          places?.length === 0
            ? t`We don’t know this city. Try the nearest larger one.`
            : t`Start typing, then choose from the list.`
        }
        value={input}
        error={error}
        onChange={({ target }) => onTyped(target.value === saved ? null : target.value)}
      />
      <datalist id={id}>
        {places?.map((each) => (
          <option key={textOf(each)} value={fieldText(each)}>
            {fieldText(each)}
          </option>
        ))}
      </datalist>
      <Here onHere={onHere} />
    </div>
  )
}

/** Sends the device's position once. The server rounds it before storing it. */
function Here({ onHere }: { onHere: () => void }) {
  const [state, setState] = useState<'asking' | 'refused'>()
  const refuse = () => setState('refused')
  const ask = () => {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        void members
          .setLocation({ body: { latitude, longitude } })
          .then(() => setState(undefined))
          .then(onHere)
          .catch(refuse),
      refuse,
      { maximumAge: 600_000, timeout: 15_000 },
    )
  }
  return (
    <>
      <Button tone="quiet" className="justify-self-start" busy={state === 'asking'} onClick={ask}>
        <LocateFixed size={18} />
        <Trans>Use my location</Trans>
      </Button>
      {state === 'refused' && (
        <p className="text-small text-muted" role="status">
          <Trans>We couldn’t get your location. Choose your city instead.</Trans>
        </p>
      )}
    </>
  )
}
