import type { OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { usePlaceWords } from '../../api/place-words.ts'
import { useFormats } from '../../ui/use-formats.ts'

/** Where a member is, and until when. */
export function useUntil() {
  const { t } = useLingui()
  const { shortDay } = useFormats()
  const places = usePlaceWords()
  return (trip: NonNullable<OwnUser['trip']>): string => {
    const [city, day] = [places.city(trip) ?? '', shortDay(`${trip.to}T12:00:00`)]
    return t`You’re in ${city} until ${day}`
  }
}
