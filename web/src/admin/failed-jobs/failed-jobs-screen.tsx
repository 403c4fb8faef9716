import type { FailedJob } from '@kindred/contract/operations/failed-jobs'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { usePage } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'

export default function FailedJobsScreen() {
  const { t } = useLingui()
  usePage(t`Failed jobs`)
  const query = useInfiniteQuery(
    pagesQuery(['listFailedJobs'], (before) => backOffice.listFailedJobs({ query: { before } })),
  )
  const jobs = query.data?.pages.flatMap(({ data }) => data.jobs) ?? []
  return (
    <>
      <h1>{t`Failed jobs`}</h1>
      <p className="text-ink-2">
        <Trans>Emails and other background jobs that ran out of retries. Fix the cause, then retry.</Trans>
      </p>
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Failed jobs`}>
        {query.isPending && <Spinner label={t`Loading failed jobs…`} />}
        {query.isSuccess && (jobs.length === 0 ? <EmptyState title={t`No failed jobs`} /> : <Jobs jobs={jobs} />)}
        <LoadOlder query={query}>{t`Older failures`}</LoadOlder>
      </section>
    </>
  )
}

function Jobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  return (
    <Table
      caption={t`Failed jobs`}
      rows={jobs}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t({ message: 'Failed', context: 'time' }),
          cell: ({ failedAt }) => <span className="whitespace-nowrap">{formats.dayAndTime(failedAt)}</span>,
        },
        { head: t`Job`, cell: ({ job }) => job },
        { head: t`Error`, cell: ({ error }) => error ?? '–' },
        { head: t`Attempts`, cell: ({ tries, times }) => i18n.number(tries * times) },
        { head: t`Actions`, acts: true, cell: (job) => <Retry job={job} /> },
      ]}
    />
  )
}

function Retry({ job: { _id, job } }: { job: FailedJob }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => backOffice.retryFailedJob({ params: { id: _id } }),
    onSuccess: () => toast({ text: t`Retrying. If it fails again, it’ll reappear here.` }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listFailedJobs', 'getWorkQueue'),
  })
  return (
    <Button tone="quiet" size="sm" busy={retry.isPending} aria-label={t`Retry ${job}`} onClick={() => retry.mutate()}>
      <Trans>Retry</Trans>
    </Button>
  )
}
