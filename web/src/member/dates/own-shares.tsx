import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SharedWithFriend } from './shared-with-friend.tsx'
import { planSharesQuery } from './queries.ts'
import { useMoment } from './use-moment.ts'

/**
 * Dates shared with a friend. They are shown in the list of conversations, because the friend still expects to hear
 * from the member even if the conversation is closed.
 */
export default function OwnShares({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  const moment = useMoment()
  const { data } = useQuery(planSharesQuery)
  const shares = data?.data.shares.filter(({ homeAt }) => homeAt === null) ?? []
  if (shares.length === 0) return null
  return (
    <section className={`grid gap-3 ${className}`} aria-label={t`Dates you share with a friend`}>
      {shares.map((share) => (
        <div key={share._id} className="grid gap-2 rounded-xl bg-sunken p-4">
          <h2 className="text-body! wrap-anywhere">{t`Your date: ${moment(share.startsAt)}, ${share.place}`}</h2>
          <SharedWithFriend share={share} />
        </div>
      ))}
    </section>
  )
}
