import type { OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Luggage } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useUntil } from './use-until.ts'
import { useTravel } from './use-travel.ts'

/** The trip that is running, above the people it lets the member meet. */
export default function Away({ trip }: { trip: NonNullable<OwnUser['trip']> }) {
  const { t } = useLingui()
  const travel = useTravel()
  const until = useUntil()
  return (
    <div data-away className="grid gap-2 px-5 pb-2 sm:px-0">
      <div className="flex min-h-12 items-center gap-3">
        <Luggage className="icon flex-none text-ink-2" size={18} />
        <p className="min-w-0 flex-1 text-small text-ink-2">{until(trip)}</p>
        <Button tone="quiet" size="sm" busy={travel.busy} onClick={() => void travel.goBack(trip._id)}>
          {t`Go back now`}
        </Button>
      </div>
      <ErrorNote>{travel.text}</ErrorNote>
    </div>
  )
}
