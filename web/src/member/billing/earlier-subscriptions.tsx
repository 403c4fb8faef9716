import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePlanWords } from '../../api/plan-words.ts'
import { Failure } from './failure.tsx'
import { ownQuery } from './operations.ts'
import { useStatuses } from './statuses.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { useDayRange } from './use-day-range.ts'

/** Subscriptions that ran before; nothing at all for people who never had one. */
export function EarlierSubscriptions({ current }: { current: string | undefined }) {
  const formats = useFormats()
  const dayRange = useDayRange()
  const words = usePlanWords()
  const statuses = useStatuses()
  const query = useQuery(ownQuery())
  const now = useNow()
  // A gift that is still to come isn't earlier, although nothing renews it.
  const earlier = (query.data ?? []).filter(
    ({ _id, currentPeriodStart, currentPeriodEnd: end }) =>
      _id !== current && currentPeriodStart !== null && (end === null || Date.parse(end) <= now),
  )
  if (!query.isError && earlier.length === 0) return null
  const daysOf = (from: string, to: string | null) => (to ? dayRange(from, to) : formats.day(from))
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Earlier subscriptions</Trans>
      </h2>
      <Failure query={query} call="list" />
      <ul className="grid gap-2">
        {earlier.map(({ _id, plan, status, createdAt, currentPeriodEnd }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-3">
            <span>{words[plan]}</span>
            <span className="text-muted">{formats.series(daysOf(createdAt, currentPeriodEnd), statuses[status])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
