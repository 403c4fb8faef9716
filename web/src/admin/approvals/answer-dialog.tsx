import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRequestText } from '../../api/request-words.ts'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { ReasonField } from '../reason-field.tsx'
import { Edits } from './edits.tsx'
import { Affected } from './affected.tsx'
import { useAnswer, type Answer } from './use-answer.ts'

type Props = { approval: Approval; answer: Answer; onClose: () => void }

function useWords(answer: Answer, own: boolean) {
  const { t } = useLingui()
  if (answer === 'approve') return { title: t`Approve this request?`, go: t`Approve`, done: t`Request approved.` }
  return own
    ? { title: t`Withdraw your request?`, go: t`Withdraw`, done: t`Request withdrawn.` }
    : { title: t`Decline this request?`, go: t`Decline`, done: t`Request declined.` }
}

/** Repeats the request, and shows who is affected. */
export function AnswerDialog({ approval, answer, onClose }: Props) {
  const { t } = useLingui()
  const entered = useUnfinished(`approval.${approval._id}`, { reason: '' })
  const { reason } = entered.value
  const { title, go, done } = useWords(answer, approval.canWithdraw)
  const sending = useAnswer(approval, answer, { text: done, onDone: entered.forgetAnd(onClose) })
  const what = useRequestText()(approval)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      close={t`Close`}
      footer={
        <DialogEnd
          cancel={t`Cancel`}
          onCancel={entered.forgetAnd(onClose)}
          go={go}
          tone={answer === 'approve' && removesAccess(approval) ? 'danger-solid' : 'primary'}
          busy={sending.isPending}
          onGo={() => sending.mutate(reason)}
        />
      }
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
