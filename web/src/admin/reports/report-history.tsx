import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { ValueChange } from '../../ui/value-change.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useReportWords } from './words.ts'

export function ReportHistory({ id }: { id: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const sentence = useSentence()
  const { data } = useQuery(readQuery(['getReportHistory', id], () => backOffice.getReportHistory({ params: { id } })))
  return (
    <section className="card grid gap-2" aria-labelledby="history">
      <h2 id="history">{t`History`}</h2>
      {data?.data.history.length === 0 && <p className="text-muted">{t`No changes yet`}</p>}
      <ol className="grid gap-2">
        {data?.data.history.map(({ _id, actor, at, what, before, after, reason }) => (
          <li key={_id}>
            <p>
              <bdi>{actor}</bdi>: {sentence(what, before, after)}
            </p>
            {reason && (
              <p className="text-small" dir="auto">
                {reason}
              </p>
            )}
            <p className="text-muted text-caption">{formats.dayAndTime(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function useSentence() {
  const { t } = useLingui()
  const { statuses, priorities } = useReportWords()
  const words: Record<string, string> = { ...statuses, ...priorities }
  const names: Record<string, string> = {
    reported: t`Sent the report`,
    status: t`Status`,
    priority: t`Priority`,
    reply: t`Replied`,
    note: t`Added a private note`,
  }
  return (what: string, before: string | null, after: string | null) => {
    const name = names[what] ?? what
    if (!before || !after) return name
    return (
      <>
        {name}: <ValueChange before={words[before] ?? before} after={words[after] ?? after} />
      </>
    )
  }
}
