import type { Approval } from '@kindred/contract/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { userPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { useRequestText, type Answer } from './use-approvals.ts'

export function ApprovalsTable({ approvals }: { approvals: readonly Approval[] }) {
  const { t, i18n } = useLingui()
  const textOf = useRequestText()
  return (
    <Table
      caption={t`Approvals`}
      rows={approvals}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t`Requested`,
          cell: ({ requestedAt }) => (
            <span className="nowrap">
              {i18n.date(new Date(requestedAt), { dateStyle: 'medium', timeStyle: 'short' })}
            </span>
          ),
        },
        { head: t`By`, cell: ({ requestedBy }) => <bdi>{requestedBy.name}</bdi> },
        {
          head: t`Request`,
          cell: (approval) =>
            approval.target ? <Link to={userPath(approval.target._id)}>{textOf(approval)}</Link> : textOf(approval),
        },
        { head: t`Reason`, cell: ({ reason }) => reason ?? '–' },
        { head: t`State`, cell: (approval) => <State approval={approval} /> },
        { head: t`Actions`, right: true, cell: (approval) => <Actions approval={approval} /> },
      ]}
    />
  )
}

type One = { approval: Approval }

function State({ approval: { outcome, decidedBy, takesEffectAt } }: One) {
  const { t, i18n } = useLingui()
  const name = decidedBy?.name ?? ''
  const when = takesEffectAt && i18n.date(new Date(takesEffectAt), { dateStyle: 'medium', timeStyle: 'short' })
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
      return <Badge tone="danger">{t`Not done: things changed`}</Badge>
  }
}

function Actions({ approval }: One) {
  const { t } = useLingui()
  const [answer, setAnswer] = useState<Answer>()
  const what = useRequestText()(approval)
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {approval.canDecide && (
        <Button tone="primary" size="sm" aria-label={t`Approve: ${what}`} onClick={() => setAnswer('approve')}>
          <Trans>Approve …</Trans>
        </Button>
      )}
      {approval.canDecide && (
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
