import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { errorText } from '../../api/error-text.ts'
import { office } from '../../api/office-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState, Note, Spinner } from '../../ui/pieces.tsx'
import { AuditTable } from './audit-table.tsx'

/** Who did what to whom, and when. Nothing here is ever changed. */
export default function AuditScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { about } = useSearch({ strict: false }) as { about?: string }
  usePage(t`Audit log`, brand)
  const query = useInfiniteQuery({
    queryKey: ['listAudit', about],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        office.listAudit({
          query: { ...(about ? { subject: about } : {}), ...(pageParam ? { before: pageParam } : {}) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
  })
  const entries = query.data?.pages.flatMap(({ data }) => data.entries) ?? []
  return (
    <>
      <h1>
        <Trans>Audit log</Trans>
      </h1>
      {query.isPending && <Spinner label={t`Loading the audit log...`} />}
      {query.isError && (
        <Note tone="danger" live>
          {errorText(query.error)}
        </Note>
      )}
      {query.isSuccess && (
        <section className="card flush" aria-label={t`Audit log`}>
          {entries.length === 0 ? <EmptyState title={t`Nothing yet`} /> : <AuditTable entries={entries} />}
          {query.hasNextPage && (
            <div className="tablefoot">
              <Button tone="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                <Trans>Earlier entries</Trans>
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  )
}
