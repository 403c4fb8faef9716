import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useRequestText } from '../../api/request-words.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ReasonField } from '../reason-field.tsx'
import { DecisionDetails } from './decision-details.tsx'
import { type Answer, useAnswer } from './use-answer.ts'
import { ValueChange } from '../../ui/value-change.tsx'
import { useFieldName } from '../audit/field-names.ts'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { UserLink } from '../user-link.tsx'

const DecisionPreview = lazy(() => import('./decision-preview.tsx'))

function Affected({ batchId }: { batchId: string }) {
  const { t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: ['listBatchPeople', batchId],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        backOffice.listBatchPeople({ params: { id: batchId }, query: pageParam ? { after: pageParam } : {} }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextAfter,
  })
  const people = query.data?.pages.flatMap(({ data }) => data.people) ?? []
  if (query.isPending) return <Spinner label={t`Loading affected members…`} />
  if (query.isError)
    return (
      <Note tone="danger" live>
        {errorText(query.error)}
      </Note>
    )
  return (
    <div className="grid gap-2">
      <ul className="grid max-h-60 gap-1 overflow-auto" aria-label={t`Affected members`}>
        {people.map(({ _id, name }) => (
          <li key={_id}>
            <UserLink id={_id} newTab>
              <bdi>{name}</bdi>
            </UserLink>
          </li>
        ))}
      </ul>
      <MoreButton query={query} size="sm">{t`Show more`}</MoreButton>
    </div>
  )
}

function Edits({ approval }: { approval: Approval }) {
  const nameOf = useFieldName()
  if (approval.edits.length === 0) return null
  return (
    <ul className="grid gap-1 text-small text-ink-2">
      {approval.edits.map(({ field, before, after }) => (
        <li key={field}>
          {nameOf(field)}: <ValueChange before={before ?? '–'} after={after ?? '–'} />
        </li>
      ))}
    </ul>
  )
}

type Props = { approval: Approval; answer: Answer; onClose: () => void }

function useWords(answer: Answer, own: boolean) {
  const { t } = useLingui()
  if (answer === 'approve') return { title: t`Approve this request?`, go: t`Approve`, done: t`Request approved.` }
  return own
    ? { title: t`Withdraw your request?`, go: t`Withdraw`, done: t`Request withdrawn.` }
    : { title: t`Decline this request?`, go: t`Decline`, done: t`Request declined.` }
}

export function AnswerDialog({ approval, answer, onClose }: Props) {
  const { t } = useLingui()
  const entered = useFormDraft(`approval.${approval._id}`, { reason: '' })
  const { reason } = entered.value
  const { title, go, done } = useWords(answer, approval.canWithdraw)
  const sending = useAnswer(approval, answer, { text: done, onDone: entered.forgetAnd(onClose) })
  const what = useRequestText()(approval)
  return (
    <Dialog
      onClose={onClose}
      title={title}
      onCancel={entered.forgetAnd(onClose)}
      go={go}
      tone={answer === 'approve' && removesAccess(approval) ? 'danger-solid' : 'primary'}
      busy={sending.isPending}
      onGo={() => sending.mutate(reason)}
    >
      <p>
        <b>{what}</b>
        <br />
        <span className="text-ink-2">
          <Trans>
            Requested by <bdi>{approval.requestedBy.name}</bdi>
          </Trans>
          {approval.reason && (
            <>
              {': '}
              <bdi>{approval.reason}</bdi>
            </>
          )}
        </span>
      </p>
      <DecisionDetails approval={approval} />
      {approval.decision && answer === 'approve' && (
        <Suspense fallback={<Spinner label={t`Loading preview…`} />}>
          <DecisionPreview
            decision={approval.decision}
            target={approval.target}
            isAnswered={sending.isPending || sending.isSuccess}
          />
        </Suspense>
      )}
      <Edits approval={approval} />
      {approval.batch && answer === 'approve' && <Affected batchId={approval.batch._id} />}
      {answer === 'decline' && !approval.canWithdraw && (
        <ReasonField
          label={t`Reason (visible to the administrator who asked)`}
          withRules={false}
          value={reason}
          onChange={(text) => entered.change({ reason: text })}
        />
      )}
    </Dialog>
  )
}

const removesAccess = ({ kind, batch, role, accountAction }: Approval) =>
  batch ? batch.action === 'deactivate' : kind === 'role' ? role === null : accountAction !== 'activate'
