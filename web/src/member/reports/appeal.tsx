import { APPEAL_MONTHS, appeals, type OwnAppeal } from '@kindred/contract/moderation/appeals'
import { callsOf } from '@kindred/contract/calls'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { send } from '../../api/send.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { afterMonths } from '../../ui/after-months.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAction } from '../use-action.ts'
import { myAppealsQuery } from './queries.ts'

const { appealDecision, appealReport, writeInMyAppeal } = appeals
const client = callsOf({ appealDecision, appealReport, writeInMyAppeal }, send)

type Appealed = { decisionId: string } | { reportId: string }

export default function OwnAppealOf({ of, endedAt }: { of: Appealed; endedAt: string }) {
  const queryClient = useQueryClient()
  const [isNew, setNew] = useState(false)
  const { data } = useQuery({ ...myAppealsQuery, refetchInterval: 30_000 })
  if (!data) return null
  const appeal = data.data.appeals.find(({ decisionId, reportId }) =>
    'decisionId' in of ? decisionId === of.decisionId : reportId === of.reportId,
  )
  const changed = () => queryClient.invalidateQueries({ queryKey: myAppealsQuery.queryKey })
  if (appeal) return <Dialogue appeal={appeal} takesFocus={isNew} onSent={changed} />
  if (!isInTime(endedAt)) return null
  const made = () => {
    setNew(true)
    return changed()
  }
  return <NewAppeal of={of} onSent={made} />
}

const isInTime = (endedAt: string): boolean => afterMonths(new Date(endedAt), APPEAL_MONTHS) > new Date()

function NewAppeal({ of, onSent }: { of: Appealed; onSent: () => Promise<void> }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>{t`Appeal…`}</Button>
    )
  return (
    <Write
      name={`appeal.${'decisionId' in of ? of.decisionId : of.reportId}`}
      label={t`Why should we reconsider?`}
      hint={t`Our team will review it again.`}
      go={t`Send appeal`}
      minLength={10}
      takesFocus
      onWrite={async (message) => {
        if ('decisionId' in of) await client.appealDecision({ params: { id: of.decisionId }, body: { message } })
        else await client.appealReport({ params: { id: of.reportId }, body: { message } })
        await onSent()
      }}
    />
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

type DialogueProps = { appeal: OwnAppeal; takesFocus: boolean; onSent: () => Promise<void> }

/** A new appeal takes the focus, because the form that had it is gone. */
function Dialogue({ appeal, takesFocus, onSent }: DialogueProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const { _id: id, state, reason, samePerson, messages } = appeal
  return (
    <section ref={takesFocus ? focus : undefined} tabIndex={-1} className="grid gap-3" aria-label={t`Your appeal`}>
      <p className="flex flex-wrap items-center gap-2">
        <b>{t`Your appeal`}</b>
        {state === 'open' && <Badge tone="info">{t`In review`}</Badge>}
        {state === 'overturned' && <Badge tone="positive">{t`Granted`}</Badge>}
        {state === 'upheld' && <Badge tone="neutral">{t`Not changed`}</Badge>}
        {samePerson && <Badge tone="neutral">{t`Reviewed by the same person`}</Badge>}
      </p>
      {messages.map(({ _id, byStaff, message, at }) => (
        <div
          key={_id}
          className={`rounded-md p-3 ${byStaff ? 'bg-positive-soft text-positive-soft-ink' : 'bg-sunken'}`}
        >
          <p className="text-caption font-medium">
            {formats.series(byStaff ? t`Our team` : t`You`, formats.dayAndTime(at))}
          </p>
          <UserText>{message}</UserText>
        </div>
      ))}
      <UserText>{reason}</UserText>
      {state === 'open' && (
        <Write
          name={`appeal.${id}`}
          label={t`Add to your appeal`}
          go={t`Send`}
          minLength={1}
          onWrite={async (message) => {
            await client.writeInMyAppeal({ params: { id }, body: { message } })
            await onSent()
          }}
        />
      )}
    </section>
  )
}

type WriteProps = {
  name: string
  label: string
  hint?: string
  go: string
  minLength: number
  takesFocus?: boolean
  onWrite: (message: string) => Promise<void>
}

function Write({ name, label, hint, go, minLength, takesFocus, onWrite }: WriteProps) {
  const action = useAction()
  const { value, change, forget } = useFormDraft(name, { text: '' })
  const { text } = value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await onWrite(text.trim())
      forget()
    })
  }
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextArea
        label={label}
        {...(hint ? { hint } : {})}
        required
        rows={3}
        maxLength={3000}
        value={text}
        error={action.text}
        autoFocus={takesFocus}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Button type="submit" className="justify-self-start" busy={action.busy} disabled={text.trim().length < minLength}>
        {go}
      </Button>
    </form>
  )
}
