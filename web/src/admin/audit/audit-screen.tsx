import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Earlier } from '../earlier.tsx'
import { ListProblem } from '../list-problem.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { ExportAudit } from './export-audit.tsx'
import { useAudit } from './use-audit.ts'

// It needs more words than the rest of the screen, and comes while the entries do.
const AuditTable = lazy(() => import('./audit-table.tsx'))

/** Who did what, and when. Entries never change. */
export default function AuditScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Audit log`, brand)
  const { query, failedChecks, isFiltered, selection, ...filtering } = useAudit()
  const entries = query.data?.pages.flatMap(({ data }) => data.entries) ?? []
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>
          <Trans>Audit log</Trans>
        </h1>
        <nav className="flex flex-wrap gap-4" aria-label={t`Other records`}>
          <Link to={paths.approvals}>
            <Trans>Approvals</Trans>
          </Link>
          <Link to={paths.batches}>
            <Trans>Bulk actions</Trans>
          </Link>
          <Link to={paths.failedJobs}>
            <Trans>Failed jobs</Trans>
          </Link>
          <Link to={paths.transparency}>
            <Trans>Transparency</Trans>
          </Link>
          <Link to={paths.order}>
            <Trans>Discover ranking</Trans>
          </Link>
          <Link to={paths.system}>
            <Trans>System</Trans>
          </Link>
        </nav>
      </div>
      {failedChecks.map(({ name, message }) => (
        <Note key={name} tone="warning">
          {message}
        </Note>
      ))}
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Audit log`}>
        <AuditFilters {...filtering}>
          <ExportAudit selection={selection} />
        </AuditFilters>
        {query.isPending && <Spinner label={t`Loading audit log…`} />}
        {query.isSuccess &&
          (entries.length === 0 ? (
            <EmptyState title={isFiltered ? t`No matching entries` : t`No entries yet`} />
          ) : (
            <Suspense fallback={<Spinner label={t`Loading audit log…`} />}>
              <AuditTable entries={entries} />
              <Earlier query={query}>
                <Trans>Older entries</Trans>
              </Earlier>
            </Suspense>
          ))}
      </section>
    </>
  )
}
