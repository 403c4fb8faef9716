import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { office } from '../../api/office-client.ts'
import { withRetry } from '../../api/retry.ts'

/** Every change, by whom, when, from what to what, and why. */
export function ReportHistory({ id }: { id: string }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery({
    queryKey: ['getReportHistory', id],
    queryFn: () => withRetry(() => office.getReportHistory({ params: { id } })),
  })
  return (
    <section className="card grid gap-2" aria-labelledby="history">
      <h2 id="history">{t`History`}</h2>
      <ol className="grid gap-2">
        {data?.data.history.map(({ _id, actor, at, what, before, after, reason }) => (
          <li key={_id}>
            <p>
              {actor}: {what} {before && after ? `${before} → ${after}` : after}
            </p>
            {reason && <p className="text-small">{reason}</p>}
            <p className="text-muted text-caption">
              {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
