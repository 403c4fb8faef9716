import type { Trip } from '@kindred/contract/profiles/trips'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePlaceWords } from '../../api/place-words.ts'
import { tripsQuery } from '../../api/trips-client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { PlanTrip } from './plan-trip.tsx'
import { useTravel } from './use-travel.ts'

const LawNote = lazy(async () => ({ default: (await import('../abroad/law-note.tsx')).LawNote }))

/** The trips of a member, and a form for the next one. */
export function Travel() {
  const query = useQuery(tripsQuery)
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          During a trip, people find you in that city instead of at home. Your profile shows the month of your visit,
          never the days, and nothing before the trip begins.
        </Trans>
      </p>
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.isSuccess && query.data.data.trips.length > 0 && (
        <ul className="m-0 grid list-none gap-4 p-0">
          {query.data.data.trips.map((trip) => (
            <OneTrip key={trip._id} trip={trip} />
          ))}
        </ul>
      )}
      <PlanTrip />
    </>
  )
}

function OneTrip({ trip }: { trip: Trip }) {
  const { t } = useLingui()
  const travel = useTravel()
  const words = usePlaceWords()
  const { day } = useFormats()
  const [from, to] = [day(`${trip.from}T12:00:00`), day(`${trip.to}T12:00:00`)]
  const place = words.whole(trip)
  return (
    <li className="grid gap-2 rounded-md bg-sunken p-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1">
          <bdi className="block font-medium">{place}</bdi>
          <span className="text-small text-muted">{trip.from === trip.to ? from : t`${from} to ${to}`}</span>
        </p>
        <Button
          tone="quiet"
          size="sm"
          busy={travel.busy}
          onClick={() => void (trip.isRunning ? travel.goBack(trip._id) : travel.cancel(trip._id))}
        >
          {trip.isRunning ? t`Go back now` : t`Cancel trip`}
          <span className="sr-only">{place}</span>
        </Button>
      </div>
      <ErrorNote>{travel.text}</ErrorNote>
      {trip.riskIn && !trip.isRunning && (
        <>
          <Note tone="warning">
            <Trans>You’ll be hidden when this trip begins, until you choose to be shown there.</Trans>
          </Note>
          <Suspense>
            <LawNote country={trip.riskIn} />
          </Suspense>
        </>
      )}
    </li>
  )
}
