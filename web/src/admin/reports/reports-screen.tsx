import type { Report } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText, reportErrorText, texts } from '../../api/error-text.ts'
import { statusOf } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { SavedViews } from '../saved-views.tsx'
import { ClaimButton } from './claim-button.tsx'
import { ReplyDialog } from './reply-dialog.tsx'
import { ReportCards } from './report-cards.tsx'
import { ReportsList } from './reports-list.tsx'
import { useReports, useSetStatus, type Wish } from './use-reports.ts'

export default function ReportsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { wish, go, open, list, figures } = useReports()
  const [replying, setReplying] = useState<Report>()
  const [alert, setAlert] = useState<string>()
  const setStatus = useSetStatus((error) => setAlert(reportErrorText(error, texts.reportStatus)))
  usePage(t`Reports Management`, brand)
  const status = statusOf(list)
  const resolve = (report: Report) => {
    setAlert(undefined)
    setStatus.mutate({ report, status: 'resolved' })
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>
          <Trans>Reports Management</Trans>
        </h1>
        <span className="flex flex-wrap gap-2">
          <Overdue count={figures.data?.data.overdue ?? 0} on={wish.overdue === 'true'} onGo={go} />
          <SavedViews list="reports" search={wish as Record<string, string>} onOpen={open} />
          <ClaimButton />
        </span>
      </div>
      {figures.data && <ReportCards figures={figures.data.data} />}
      {alert && (
        <Note tone="danger" live>
          {alert}
        </Note>
      )}
      {status === 'loading' && <Spinner label={t`Loading reports data...`} />}
      {status === 'failed' && (
        <Note tone="danger" live>
          <Trans>Error loading reports: {errorText(list.error)}</Trans>
        </Note>
      )}
      {list.data && (
        <ReportsList
          wish={wish}
          page={list.data.data}
          busy={list.isFetching}
          onGo={go}
          onRefresh={() => void list.refetch()}
          onReply={setReplying}
          onResolve={resolve}
        />
      )}
      {replying && <ReplyDialog report={replying} onClose={() => setReplying(undefined)} />}
    </>
  )
}

/** How many are late, and the way to them. */
function Overdue({ count, on, onGo }: { count: number; on: boolean; onGo: (change: Wish) => void }) {
  const { i18n } = useLingui()
  if (count === 0 && !on) return null
  return (
    <Button
      tone={on ? 'soft' : 'danger'}
      aria-pressed={on}
      onClick={() => onGo({ overdue: on ? '' : 'true', order: on ? '' : 'due', page: '' })}
    >
      <Trans>{i18n.number(count)} overdue</Trans>
    </Button>
  )
}
