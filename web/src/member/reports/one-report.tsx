import type { Reply, Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type FormEvent } from 'react'
import { readQuery, reload } from '../../api/queries.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { support } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { useAction } from '../use-action.ts'
import { NextSteps } from './next-steps.tsx'
import { useStatusWords } from './words.ts'
import { useReportKind } from '../../api/report-details.ts'

const Appeal = lazy(() => import('./appeal.tsx'))

export function OneReport({ id }: { id: string }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const { value, change, forget } = useFormDraft(`support.${id}`, { text: '' })
  const { text } = value
  const query = useQuery({
    ...readQuery(['getReport', id], () => support.getReport({ params: { id } })),
    refetchInterval: 30_000,
  })
  // Opening a report marks its replies as read, so the list and the number of notifications must refetch.
  const isRead = query.isSuccess
  useEffect(() => {
    if (isRead) void reload(queryClient, 'listMyReports', 'listNotifications')
  }, [isRead, queryClient])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const answer = await support.replyToReport({ params: { id }, body: { message: text.trim() } })
      setFreshData(queryClient, ['getReport', id], answer)
      forget()
    })
  }
  return (
    <>
      <p>
        <Link to={paths.support} className="inline-flex min-h-11 items-center">{t`All your reports`}</Link>
      </p>
      <Loaded query={query}>
        {({ data: { report } }) => (
          <section className="card grid gap-4" aria-label={t`Conversation`}>
            <Head report={report} />
            <NextSteps decideBy={report.decideBy} />
            {report.replies.map((reply) => (
              <ReplyItem key={reply._id} reply={reply} />
            ))}
            <AppealOf report={report} />
            <form className="grid gap-3" onSubmit={submit}>
              <TextArea
                label={t`Add to your report`}
                required
                rows={3}
                maxLength={5000}
                value={text}
                error={action.text}
                onChange={({ target }) => change({ text: target.value })}
              />
              <Button type="submit" className="justify-self-start" busy={action.busy} disabled={text.trim() === ''}>
                <Trans>Send</Trans>
              </Button>
            </form>
          </section>
        )}
      </Loaded>
    </>
  )
}

/** The reporter's appeal against the outcome of a report. */
function AppealOf({ report: { _id, endedAt } }: { report: Report }) {
  if (endedAt === null) return null
  return (
    <Suspense>
      <Appeal of={{ reportId: _id }} endedAt={endedAt} />
    </Suspense>
  )
}

function Head({ report }: { report: Report }) {
  const { t } = useLingui()
  const words = useStatusWords()
  const kindName = useReportKind()
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <b>{kindName(report.problem_type, report.detail)}</b>
        <Badge tone={report.status === 'resolved' ? 'positive' : 'neutral'}>{words[report.status]}</Badge>
        {report.about && <span className="text-muted">{t`about ${report.about.name}`}</span>}
      </p>
      <UserText>{report.description}</UserText>
    </>
  )
}

function ReplyItem({ reply: { message, byStaff, repliedBy, repliedAt } }: { reply: Reply }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <div className={`rounded-md p-3 ${byStaff ? 'bg-positive-soft text-positive-soft-ink' : 'bg-sunken'}`}>
      <p className="text-caption font-medium">
        <Byline by={byStaff ? repliedBy.name : t`You`} when={formats.dayAndTime(repliedAt)} />
      </p>
      <UserText>{message}</UserText>
    </div>
  )
}
