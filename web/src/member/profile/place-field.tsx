import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LocateFixed, MapPin } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react'
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

/** The places that start with the first part of the text, the largest first. */
function placesQuery(text: string) {
  const [first = ''] = text.trim().split(/[,،]/)
  // No city has a longer name.
  const wanted = first.trim().slice(0, 80)
  return {
    ...readQuery(['searchPlaces', wanted], () => members.searchPlaces({ query: { q: wanted } })),
    enabled: wanted.length >= 2,
    staleTime: Infinity,
  }
}

/** Finds the first place for a text, even if its suggestions haven't arrived yet. */
export function useFirstPlace(): (text: string) => Promise<Place | undefined> {
  const queryClient = useQueryClient()
  return async (text) => {
    const { enabled, ...query } = placesQuery(text)
    return enabled ? (await queryClient.fetchQuery(query)).data.places[0] : undefined
  }
}

/** The places that start with the text, and the selected or unambiguous one. */
function usePlaces(text: string) {
  const typed = text.trim()
  const { data } = useQuery(placesQuery(useDeferredValue(typed)))
  const fieldText = useFieldText()
  const places = data?.data.places
  const namesakes = places?.filter(({ city }) => isSame(city?.split(',')[0] ?? '', typed)) ?? []
  const chosen = places?.find((place) => [textOf(place), fieldText(place)].some((each) => isSame(each, typed)))
  return {
    places,
    chosen: chosen ?? (namesakes.length === 1 ? namesakes[0] : undefined),
    isUnknown: places?.length === 0,
  }
}

type Props = {
  place: Place
  /** The text in the field if it differs from the place's name. */
  typed: string | null
  onTyped: (text: string | null) => void
  error: string | undefined
  /** Called with null while the text isn't a known place. */
  onChange: (place: Place | null) => void
  /** Without it, the device's position isn't offered. */
  onHere?: () => void
}

/** A field for a city from the suggestions, or for the device's position, which the server rounds. */
export function PlaceField({ place, typed, onTyped, error, onChange, onHere }: Props) {
  const { t } = useLingui()
  const fieldText = useFieldText()
  const saved = fieldText(place)
  const input = typed ?? saved
  const { places = [], chosen, isUnknown } = usePlaces(input)
  const [isOpen, setIsOpen] = useState(false)
  const report = useEffectEvent(() => onChange(isSame(input.trim(), saved) ? place : (chosen ?? null)))
  const name = chosen && textOf(chosen)
  useEffect(() => report(), [input, name])
  const type = (text: string) => onTyped(text === saved ? null : text)
  const take = (taken: Place) => {
    type(fieldText(taken))
    setIsOpen(false)
  }
  const isComplete = places.some((each) => isSame(fieldText(each), input.trim()))
  const listed = isOpen && !isComplete ? places : []
  const list = useSuggestionKeys(listed, take, () => setIsOpen(false))
  return (
    <div className="grid gap-3">
      <div>
        <TextField
          label={t`City`}
          required
          maxLength={160}
          autoComplete="off"
          enterKeyHint="next"
          placeholder={t`Lisbon, Portugal`}
          hint={
            isUnknown
              ? t`We don’t know this city. Try the nearest larger one.`
              : t`Start typing, then choose from the list.`
          }
          value={input}
          error={error}
          {...list.field}
          onChange={({ target }) => {
            setIsOpen(true)
            list.reset()
            type(target.value)
          }}
        />
        <div
          id={list.id}
          role="listbox"
          tabIndex={-1}
          aria-label={t`Cities`}
          hidden={listed.length === 0}
          className={listClass}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {listed.map((each, at) => (
            <div
              key={textOf(each)}
              id={`${list.id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === list.at}
              className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-sunken aria-selected:bg-sunken"
              onClick={() => take(each)}
              onKeyDown={({ key }) => key === 'Enter' && take(each)}
            >
              <MapPin className="flex-none text-muted" size={18} aria-hidden="true" />
              <bdi className="min-w-0">{fieldText(each)}</bdi>
            </div>
          ))}
        </div>
      </div>
      {onHere && <Here onHere={onHere} />}
    </div>
  )
}

/** The list takes its own place, so that it never covers “Next”, which takes the first city. */
const listClass = 'mt-3 max-h-72 overflow-y-auto rounded-md border border-line bg-raised py-1'

/** The keys of a field with a list of suggestions. Until one is marked, Enter belongs to the form. */
function useSuggestionKeys<T>(items: readonly T[], take: (item: T) => void, close: () => void) {
  const id = useId()
  const [at, setAt] = useState(-1)
  const marked = items[at]
  const onKeyDown = (event: KeyboardEvent) => {
    if (items.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((before) => (before + step + items.length + (before < 0 && step < 0 ? 1 : 0)) % items.length)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return close()
    else if (event.key === 'Enter' && marked !== undefined) take(marked)
    else return
    event.preventDefault()
  }
  return {
    id,
    at,
    reset: () => setAt(-1),
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': items.length > 0,
      'aria-controls': id,
      'aria-activedescendant': marked === undefined ? undefined : `${id}-${at}`,
      onKeyDown,
    },
  }
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
