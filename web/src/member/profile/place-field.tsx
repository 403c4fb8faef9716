import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { members } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type Place = { city: string | null; country: string | null }

/** A city by its name, with those that we know while one types; or the device's position, made rough by the server. */
export function PlaceField({
  place,
  error,
  onChange,
  onHere,
}: {
  place: Place
  error: string | undefined
  onChange: (place: Place) => void
  onHere: () => void
}) {
  const { t } = useLingui()
  const id = useId()
  const text = [place.city, place.country].filter(Boolean).join(', ')
  const [input, setInput] = useState(text)
  const [first = ''] = input.split(',')
  const wanted = useDeferredValue(first.trim())
  const { data } = useQuery({
    queryKey: ['searchPlaces', wanted],
    queryFn: () => withRetry(() => members.searchPlaces({ query: { q: wanted } })),
    enabled: wanted.length >= 2,
    staleTime: Infinity,
  })
  const write = (value: string) => {
    setInput(value)
    const [city = '', ...country] = value.split(',')
    onChange({ city: city.trim() || null, country: country.join(',').trim() || null })
  }
  return (
    <div className="grid gap-3">
      <TextField
        label={t`City`}
        required
        list={id}
        maxLength={160}
        autoComplete="off"
        placeholder={t`Lisbon, Portugal`}
        value={input}
        error={error}
        onChange={({ target }) => write(target.value)}
      />
      <datalist id={id}>
        {data?.data.places.map(({ city, country }) => (
          <option key={`${city}, ${country}`} value={`${city}, ${country}`}>
            {city}
          </option>
        ))}
      </datalist>
      <Here onHere={onHere} />
    </div>
  )
}

/** The device's position goes to the server once, and is made rough there before anything is kept. */
function Here({ onHere }: { onHere: () => void }) {
  const [refused, setRefused] = useState(false)
  const ask = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        void members.setLocation({ body: { latitude, longitude } }).then(onHere, () => setRefused(true)),
      () => setRefused(true),
      { maximumAge: 600_000, timeout: 15_000 },
    )
  return (
    <>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={ask}>
        <LocateFixed size={18} aria-hidden="true" />
        <Trans>Use my location</Trans>
      </Button>
      {refused && (
        <p className="text-small text-muted" role="status">
          <Trans>We couldn’t get your location. Enter your city instead.</Trans>
        </p>
      )}
    </>
  )
}
