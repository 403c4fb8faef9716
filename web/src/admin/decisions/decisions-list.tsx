import type { Decision } from '@kindred/contract/moderation/decisions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useDecisions, useEndDecision, useWithdrawBan } from './use-decisions.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { useSession } from '../../session/store.ts'

const DecisionFacts = lazy(() => import('./decision-facts.tsx'))
const FraudWarning = lazy(() => import('./fraud-warning.tsx'))

export function DecisionsList({ id }: { id: string }) {
  const { t } = useLingui()
  const { data, isPending } = useDecisions(id)
  return (
    <section className="card overflow-hidden p-0" aria-labelledby="all-decisions">
      <div className="flex min-h-14 items-center gap-3 px-5 py-2">
        <h2 id="all-decisions">{t`Decisions`}</h2>
        {data && data.standing.strikes > 0 && (
          <Badge tone="warning">
            <Plural value={data.standing.strikes} one="# strike" other="# strikes" />
          </Badge>
        )}
        {data?.decisions.length === 0 && <p className="text-small text-muted">{t`No decisions yet`}</p>}
      </div>
      {isPending && <Spinner label={t`Loading decisions…`} />}
      <ul>
        {data?.decisions.map((decision) => (
          <DecisionRow key={decision._id} decision={decision} />
        ))}
      </ul>
    </section>
  )
}

export function DecisionRow({ decision }: { decision: Decision }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { kinds, states } = useDecisionWords()
  const own = useSession((session) => session.user?._id)
  const { kind, state, until, rule, facts, by, createdAt } = decision
  const when = formats.dayAndTime(createdAt)
  const end = until && formats.dayAndTime(until)
  // The administrator's account may be erased.
  const name = by?.name || t`Our team`
  return (
    <li className="grid gap-1 border-b border-line px-5 py-4 last:border-b-0">
      <p className="flex flex-wrap items-center gap-2">
        <b>{kinds[kind]}</b>
        <Badge tone={state === 'in_force' ? 'warning' : 'neutral'}>{states[state]}</Badge>
        {end && state === 'in_force' && <span className="text-small text-ink-2">{t`until ${end}`}</span>}
      </p>
      <p className="text-small text-muted">
        <Trans>
          <bdi>{name}</bdi>, {when}
        </Trans>
        {rule && ` · ${rule.number}. ${rule.title}`}
      </p>
      <UserText>{facts}</UserText>
      <Suspense>
        <DecisionFacts decision={decision} />
      </Suspense>
      {state === 'in_force' && decision.mayEnd && (
        <IfAllowed may="decide">
          <Actions decision={decision} />
        </IfAllowed>
      )}
      {state === 'waiting' && by?._id === own && (
        <IfAllowed may="decide">
          <Withdraw id={decision._id} />
        </IfAllowed>
      )}
      {decision.warning !== null && (
        <IfAllowed may="decide">
          <Suspense>
            <FraudWarning decisionId={decision._id} />
          </Suspense>
        </IfAllowed>
      )}
    </li>
  )
}

/** Lets the administrator who requested a ban withdraw the request until a colleague decides. It can be made again. */
function Withdraw({ id }: { id: string }) {
  const { t } = useLingui()
  const withdraw = useWithdrawBan(id)
  return (
    <Button
      tone="quiet"
      size="sm"
      className="justify-self-start"
      busy={withdraw.isPending}
      onClick={() =>
        // The row may be gone by then, and with it the callbacks of `mutate`.
        void withdraw.mutateAsync().then(
          () => toast({ text: t`Request withdrawn.` }),
          (error: unknown) => toast({ text: errorText(error), bad: true }),
        )
      }
    >
      {t`Withdraw request`}
    </Button>
  )
}

function Actions({ decision }: { decision: Decision }) {
  const { t } = useLingui()
  const [isEnding, setIsEnding] = useState(false)
  const end = useEndDecision()
  const waitingText = useWaitingText()
  const finish = (text: string, reason?: string) =>
    void end.mutateAsync({ decision, ...(reason === undefined ? {} : { reason }) }).then(
      ({ data }) => {
        toast({ text: data.approval ? waitingText(data.approval) : text })
        setIsEnding(false)
      },
      (error: unknown) => toast({ text: errorText(error), bad: true }),
    )
  return (
    <div className="flex flex-wrap gap-2">
      {decision.undoUntil !== null && (
        <Button tone="quiet" size="sm" busy={end.isPending} onClick={() => finish(t`Undone.`)}>{t`Undo`}</Button>
      )}
      <Button tone="quiet" size="sm" onClick={() => setIsEnding(true)}>{t`End early…`}</Button>
      {isEnding && (
        <ReasonDialog
          title={t`End this decision early?`}
          label={t`Reason`}
          go={t`End early`}
          busy={end.isPending}
          onClose={() => setIsEnding(false)}
          onGo={(reason) => finish(t`The decision has ended.`, reason)}
        />
      )}
    </div>
  )
}
