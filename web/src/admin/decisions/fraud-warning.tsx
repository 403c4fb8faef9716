import type { FraudWarning as Warning } from '@kindred/contract/moderation/fraud-warnings'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { deciding } from '../../api/decisions-client.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useRuleSets, useWarningWords } from './fraud-words.ts'

type Props = { decisionId: string }

/** The warning after a ban for fraud: its time, buttons to hold or send it, and its recipients. */
export default function FraudWarning({ decisionId }: Props) {
  const { t } = useLingui()
  const { states } = useWarningWords()
  const { data: warning } = useQuery({
    ...readQuery(['getFraudWarning', decisionId], () => deciding.getFraudWarning({ params: { id: decisionId } })),
    select: (answer) => answer.data.warning,
  })
  if (!warning) return null
  const { state, sent } = warning
  return (
    <section className="grid gap-2 rounded-md bg-sunken p-4" aria-label={t`Fraud warnings`}>
      <p className="flex flex-wrap items-center gap-2">
        <b>{t`Fraud warnings`}</b>
        <Badge tone={state === 'held' ? 'warning' : 'neutral'}>{states[state]}</Badge>
        {sent > 0 && (
          <span className="text-small text-ink-2">
            <Plural value={sent} one="# person warned" other="# people warned" />
          </span>
        )}
      </p>
      <Countdown warning={warning} />
      {(state === 'planned' || state === 'held') && <Actions decisionId={decisionId} warning={warning} />}
      {warning.correctedAt && <Corrected at={warning.correctedAt} />}
      <Log log={warning.log} sent={sent} />
    </section>
  )
}

function Corrected({ at }: { at: string }) {
  const { t } = useLingui()
  const day = useFormats().dayAndTime(at)
  return <p className="text-small">{t`Everyone who was warned got a correction on ${day}.`}</p>
}

const HOUR = 3_600_000

function Countdown({ warning }: { warning: Warning }) {
  const { dayAndTime } = useFormats()
  const now = useNow()
  const { state, dueAt, latestAt, heldBy, holdReason } = warning
  const hours = Math.max(0, Math.ceil((Date.parse(dueAt) - now) / HOUR))
  const at = dayAndTime(dueAt)
  const latest = dayAndTime(latestAt)
  const holder = heldBy?.name ?? ''
  if (state === 'planned')
    return (
      <p className="text-small">
        <Plural
          value={hours}
          _0="They’ll be sent within a minute."
          one={`They’ll be sent in under # hour (${at}).`}
          other={`They’ll be sent in under # hours (${at}).`}
        />
      </p>
    )
  if (state !== 'held') return null
  return (
    <>
      <p className="text-small">
        <Trans>
          Held by <bdi>{holder}</bdi>. They’ll be sent by {latest} at the latest: the law sets a deadline.
        </Trans>
      </p>
      <UserText>{holdReason}</UserText>
    </>
  )
}

function useChange(decisionId: string, version: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string | undefined) => {
      const input = { params: { id: decisionId }, ifMatch: version }
      return reason === undefined
        ? deciding.releaseFraudWarning(input)
        : deciding.holdFraudWarning({ ...input, body: { reason } })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'getFraudWarning', 'listDecisions', 'listAudit'),
  })
}

function Actions({ decisionId, warning: { version, state } }: Props & { warning: Warning }) {
  const { t } = useLingui()
  const [isHolding, setHolding] = useState(false)
  const change = useChange(decisionId, version)
  const hold = (reason: string) =>
    change.mutate(reason, {
      onSuccess: () => {
        toast({ text: t`The warnings are on hold.` })
        setHolding(false)
      },
    })
  const release = () => change.mutate(undefined, { onSuccess: () => toast({ text: t`The warnings are being sent.` }) })
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'planned' && (
        <Button tone="quiet" size="sm" onClick={() => setHolding(true)}>{t`Hold warnings…`}</Button>
      )}
      <Button tone="quiet" size="sm" busy={change.isPending} onClick={release}>{t`Send warnings now`}</Button>
      {isHolding && (
        <ReasonDialog
          title={t`Hold the warnings?`}
          label={t`Reason`}
          hint={t`We record your reason in the audit log.`}
          go={t`Hold warnings`}
          minLength={3}
          busy={change.isPending}
          onClose={() => setHolding(false)}
          onGo={hold}
        />
      )}
    </div>
  )
}

function Log({ log, sent }: Pick<Warning, 'log' | 'sent'>) {
  const { t } = useLingui()
  const { dayAndTime, series } = useFormats()
  const { mails } = useWarningWords()
  const ruleSets = useRuleSets()
  if (log.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer font-medium">{t`Delivery log`}</summary>
      <ul className="mt-2 grid gap-1">
        {log.map(({ reader, ruleSet, at, mail }) => (
          <li key={reader._id} className="text-small">
            <bdi>{reader.name}</bdi>: {series(ruleSets[ruleSet], mails[mail], dayAndTime(at))}
          </li>
        ))}
      </ul>
      {sent > log.length && (
        <p className="mt-2 text-small text-ink-2">{t`The first ${log.length} of ${sent} people`}</p>
      )}
    </details>
  )
}
