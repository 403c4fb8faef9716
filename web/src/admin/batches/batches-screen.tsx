import type { BatchEntry } from '@kindred/contract/moderation/batches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { Earlier } from '../earlier.tsx'
import { ListProblem } from '../list-problem.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { BatchesTable } from './batches-table.tsx'

/** How often the progress is read while a bulk action is running. */
const EVERY = 2000
const isUnderWay = ({ finishedAt }: BatchEntry) => finishedAt === null

/** Bulk actions: how far each one is, what came of it, and how to undo it. */
export default function BatchesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Bulk actions`, brand)
  const query = useInfiniteQuery({
    queryKey: ['listBatches'],
    queryFn: ({ pageParam }) =>
      withRetry(() => backOffice.listBatches({ query: pageParam ? { before: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.batches.some(isUnderWay)) ? EVERY : false,
  })
  const batches = query.data?.pages.flatMap(({ data }) => data.batches) ?? []
  return (
    <>
      <h1>
        <Trans>Bulk actions</Trans>
      </h1>
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Bulk actions`}>
        {query.isPending && <Spinner label={t`Loading bulk actions…`} />}
        {query.isSuccess &&
          (batches.length === 0 ? (
            <EmptyState title={t`No bulk actions yet`}>
              <Trans>Select users or reports in a list to act on all of them at once.</Trans>
            </EmptyState>
          ) : (
            <BatchesTable batches={batches} />
          ))}
        <Earlier query={query}>
          <Trans>Older bulk actions</Trans>
        </Earlier>
      </section>
    </>
  )
}
