import { useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import AuditTable from '../audit/audit-table.tsx'
import { PriorityMark, ReportLink, StatusBadge } from '../reports/marks.tsx'
import type { UserPage } from './use-user-details.ts'
import { useReportKind } from '../../api/report-details.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { useMay } from '../../session/rights.ts'
import { LinksOf } from '../account-links/links-of.tsx'
import { useLinksOf } from '../account-links/use-account-links.ts'
import { DecisionsList } from '../decisions/decisions-list.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'

/** Decisions, linked accounts and reports appear together, so that none of them moves the others while it loads. */
export function Records({ id, page: { reports, audit } }: { id: string; page: UserPage }) {
  const { t } = useLingui()
  const links = useLinksOf(id, useMay()('decide'))
  const isLoading = [useDecisions(id), links, reports].some((query) => query.isLoading)
  if (isLoading) return <Spinner label={t`Loading user…`} />
  return (
    <>
      <DecisionsList id={id} />
      <LinksOf id={id} links={links.data ?? []} />
      <Reports id={id} reports={reports} />
      <IfAllowed may="audit">
        <History id={id} audit={audit} />
      </IfAllowed>
    </>
  )
}

function Reports({ id, reports }: { id: string; reports: UserPage['reports'] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  const list = reports.data?.data.reports
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="reports">
      <div className="flex min-h-8 items-center gap-2 pt-4 pe-4 pb-2 ps-5">
        <h2 id="reports">{t`Reports`}</h2>
      </div>
      {!list && <Spinner label={t`Loading reports data...`} />}
      {list?.length === 0 && <EmptyState title={t`No reports`} />}
      {list && list.length > 0 && (
        <Table
          caption={t`Reports`}
          rows={list}
          keyOf={({ _id }) => _id}
          columns={[
            {
              head: t`ID`,
              cell: ({ _id }) => <ReportLink id={_id} />,
            },
            { head: t`Role`, cell: ({ user }) => (user._id === id ? t`Reporter` : t`Reported member`) },
            { head: t`Type`, cell: ({ problem_type, detail }) => kindName(problem_type, detail) },
            { head: t`Priority`, cell: ({ priority }) => <PriorityMark priority={priority} /> },
            { head: t`Status`, cell: ({ status }) => <StatusBadge status={status} /> },
            { head: t`Date`, cell: ({ createdAt }) => formats.day(createdAt) },
          ]}
        />
      )}
    </section>
  )
}

function History({ id, audit }: { id: string; audit: UserPage['audit'] }) {
  const { t } = useLingui()
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="decisions">
      <div className="flex min-h-8 items-center gap-3 pt-4 pe-4 pb-2 ps-5">
        <h2 id="decisions">{t`Account history`}</h2>
        <Link className="ms-auto" to={paths.audit} search={{ about: id }}>{t`View in audit log`}</Link>
      </div>
      {!audit.data && <Spinner label={t`Loading audit log…`} />}
      {audit.data &&
        (audit.data.data.entries.length === 0 ? (
          <EmptyState title={t`No entries yet`} />
        ) : (
          <AuditTable entries={audit.data.data.entries} />
        ))}
    </section>
  )
}
