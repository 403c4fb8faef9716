import type { Approval } from '@kindred/contract/moderation/approvals'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useRequestText } from '../../api/request-words.ts'
import { Button } from '../../ui/button.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { DecisionDetails } from './decision-details.tsx'
import type { Answer } from './use-answer.ts'
import { UserLink } from '../user-link.tsx'

const DecisionPreview = lazy(() => import('./decision-preview.tsx'))

type One = { approval: Approval }
type Answering = One & { answer: Answer }

/** A single column at every width, so that a request and its buttons stay together on a phone. */
export function ApprovalsList({ approvals }: { approvals: readonly Approval[] }) {
  const [answering, setAnswering] = useState<Answering>()
  const { at } = useListKeys({
    rows: approvals,
    keyOf: ({ _id }) => _id,
    on: {
      a: (approval) => approval.canDecide && setAnswering({ approval, answer: 'approve' }),
      r: (approval) => (approval.canDecline || approval.canWithdraw) && setAnswering({ approval, answer: 'decline' }),
    },
  })
  return (
    <>
      <ul>
        {approvals.map((approval, index) => (
          <Item key={approval._id} isCurrent={index === at}>
            <Request approval={approval} />
            <State approval={approval} />
            <Actions approval={approval} onAnswer={(answer) => setAnswering({ approval, answer })} />
          </Item>
        ))}
      </ul>
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(undefined)} />}
    </>
  )
}

function Item({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li
      ref={item}
      aria-current={isCurrent || undefined}
      className={
        'flex scroll-my-20 flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-4 last:border-b-0 ' +
        (isCurrent ? 'bg-sunken' : '')
      }
    >
      {children}
    </li>
  )
}

function Request({ approval }: One) {
  const formats = useFormats()
  const what = useRequestText()(approval)
  const { target, requestedBy, requestedAt, reason, decision, outcome } = approval
  const when = formats.dayAndTime(requestedAt)
  return (
    <div className="grid min-w-60 flex-1 gap-1">
      <b>{target ? <UserLink id={target._id}>{what}</UserLink> : what}</b>
      <span className="text-small text-ink-2">
        <Trans>
          Requested by <bdi>{requestedBy.name}</bdi> on {when}
        </Trans>
      </span>
      {target?.email && <span className="text-small text-ink-2">{target.email}</span>}
      {reason && <bdi className="text-small text-ink-2">{reason}</bdi>}
      <DecisionDetails approval={approval} />
      {decision && outcome === null && <Effects decision={decision} target={target} />}
    </div>
  )
}

type EffectsProps = { decision: NonNullable<Approval['decision']>; target: Approval['target'] }

/** Loaded when opened, because the look is recorded. */
function Effects({ decision, target }: EffectsProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-1 max-w-2xl" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 w-fit cursor-pointer text-small font-medium">{t`What it does`}</summary>
      {isOpen && (
        <div className="grid gap-3 pt-2">
          <Suspense>
            <DecisionPreview decision={decision} target={target} isAnswered={false} />
          </Suspense>
        </div>
      )}
    </details>
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
      return <Badge tone="positive">{t`In effect without approval`}</Badge>
    case 'failed':
      return <Badge tone="danger">{t`Failed: the account has changed`}</Badge>
  }
}

function Actions({ approval, onAnswer }: One & { onAnswer: (answer: Answer) => void }) {
  const { t } = useLingui()
  const what = useRequestText()(approval)
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {approval.canDecide && (
        <Button
          tone="primary"
          size="sm"
          aria-keyshortcuts="a"
          aria-label={t`Approve: ${what}`}
          onClick={() => onAnswer('approve')}
        >
          {t`Approve…`}
        </Button>
      )}
      {approval.canDecline && (
        <Button
          tone="quiet"
          size="sm"
          aria-keyshortcuts="r"
          aria-label={t`Decline: ${what}`}
          onClick={() => onAnswer('decline')}
        >
          {t`Decline…`}
        </Button>
      )}
      {approval.canWithdraw && (
        <Button
          tone="quiet"
          size="sm"
          aria-keyshortcuts="r"
          aria-label={t`Withdraw: ${what}`}
          onClick={() => onAnswer('decline')}
        >
          {t`Withdraw…`}
        </Button>
      )}
    </span>
  )
}
