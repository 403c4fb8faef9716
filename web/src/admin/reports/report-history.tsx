import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useFormats } from '../../ui/use-formats.ts'

/** Every change, by whom, when, from what to what, and why. */
export function ReportHistory({ id }: { id: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: ['getReportHistory', id],
    queryFn: () => withRetry(() => backOffice.getReportHistory({ params: { id } })),
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
            <p className="text-muted text-caption">{formats.dayAndTime(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
