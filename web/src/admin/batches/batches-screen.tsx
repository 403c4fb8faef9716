import type { BatchEntry } from '@kindred/contract/moderation/batches'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { usePage } from '../../api/settings.ts'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { BatchesTable } from './batches-table.tsx'

/** Milliseconds between progress updates while a bulk action is running. */
const EVERY = 2000
const isUnderWay = ({ finishedAt }: BatchEntry) => finishedAt === null

export default function BatchesScreen() {
  const { t } = useLingui()
  usePage(t`Bulk actions`)
  const query = useInfiniteQuery({
    ...pagesQuery(['listBatches'], (before) => backOffice.listBatches({ query: { before } })),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.batches.some(isUnderWay)) ? EVERY : false,
  })
  const batches = query.data?.pages.flatMap(({ data }) => data.batches) ?? []
  return (
    <>
      <h1>{t`Bulk actions`}</h1>
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
        <LoadOlder query={query}>{t`Older bulk actions`}</LoadOlder>
      </section>
    </>
  )
}
