import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { useRequestText, type Answer } from './use-approvals.ts'

/** A single column at every width, so that a request and its buttons stay together on a phone. */
export const ApprovalsList = ({ approvals }: { approvals: readonly Approval[] }) => (
  <ul>
    {approvals.map((approval) => (
      <li
        key={approval._id}
        className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0"
      >
        <Request approval={approval} />
        <State approval={approval} />
        <Actions approval={approval} />
      </li>
    ))}
  </ul>
)

type One = { approval: Approval }

function Request({ approval }: One) {
  const formats = useFormats()
  const what = useRequestText()(approval)
  const { target, requestedBy, requestedAt, reason } = approval
  const when = formats.dayAndTime(requestedAt)
  return (
    <div className="grid min-w-60 flex-1 gap-1">
      <b>{target ? <Link {...toUser(target._id)}>{what}</Link> : what}</b>
      <span className="text-small text-ink-2">
        <Trans>
          Requested by <bdi>{requestedBy.name}</bdi> on {when}
        </Trans>
      </span>
      {target?.email && <span className="text-small text-ink-2">{target.email}</span>}
      {reason && <bdi className="text-small text-ink-2">{reason}</bdi>}
    </div>
  )
}

function State({ approval: { outcome, decidedBy, takesEffectAt } }: One) {
  const { t } = useLingui()
  const formats = useFormats()
  const name = decidedBy?.name ?? ''
  const when = takesEffectAt && formats.dayAndTime(takesEffectAt)
  switch (outcome) {
    case null:
      return when ? (
        <Badge tone="warning">{t`Takes effect ${when}`}</Badge>
      ) : (
        <Badge tone="info">{t`Waiting for approval`}</Badge>
      )
    case 'approved':
      return <Badge tone="positive">{t`Approved by ${name}`}</Badge>
    case 'declined':
      return <Badge tone="warning">{t`Declined by ${name}`}</Badge>
    case 'withdrawn':
      return <Badge tone="neutral">{t`Withdrawn`}</Badge>
    case 'expired':
      return <Badge tone="neutral">{t`Expired`}</Badge>
    case 'automatic':
      return <Badge tone="positive">{t`In effect after 24 hours`}</Badge>
    case 'failed':
      return <Badge tone="danger">{t`Couldn’t be done: things have changed`}</Badge>
  }
}

function Actions({ approval }: One) {
  const { t } = useLingui()
  const [answer, setAnswer] = useState<Answer>()
  const what = useRequestText()(approval)
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {approval.canDecide && (
        <Button tone="primary" size="sm" aria-label={t`Approve: ${what}`} onClick={() => setAnswer('approve')}>
          <Trans>Approve …</Trans>
        </Button>
      )}
      {approval.canDecline && (
        <Button tone="quiet" size="sm" aria-label={t`Decline: ${what}`} onClick={() => setAnswer('decline')}>
          <Trans>Decline …</Trans>
        </Button>
      )}
      {approval.canWithdraw && (
        <Button tone="quiet" size="sm" aria-label={t`Withdraw: ${what}`} onClick={() => setAnswer('decline')}>
          <Trans>Withdraw …</Trans>
        </Button>
      )}
      {answer && <AnswerDialog approval={approval} answer={answer} onClose={() => setAnswer(undefined)} />}
    </span>
  )
}
