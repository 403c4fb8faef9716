import type { Appeal } from '@kindred/contract/moderation/appeals'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { Bubble } from '../case/bubble.tsx'
import { Correspondence } from '../case/correspondence.tsx'
import { DecisionCard } from '../case/decision-card.tsx'
import { CaseLayout } from '../case/case-layout.tsx'
import { Person } from '../case/person.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { type Outcome, useAnswerAppeal, useDecideAppeal } from './use-appeals.ts'

type One = { appeal: Appeal }

export function AppealCase({ appeal }: One) {
  const { t } = useLingui()
  const { appellant, by, state, mayDecide, decision } = appeal
  const { name } = appellant
  const mayAnswer = state === 'open' && mayDecide !== 'no' && mayDecide !== 'someone-else'
  return (
    <CaseLayout
      what={
        <section className="card grid gap-4" aria-label={t`Appeal by ${name}`}>
          <div className="flex flex-wrap items-center gap-3">
            <h2 dir="auto">{name}</h2>
            <Badge tone="line">{by === 'member' ? t`Member` : t`Reporter`}</Badge>
            <State appeal={appeal} />
          </div>
          <Subject appeal={appeal} />
          <Messages appeal={appeal} />
          {mayAnswer && <Answer appeal={appeal} />}
        </section>
      }
      who={
        <section className="card grid gap-4" aria-label={t`People`}>
          <Person role={by === 'member' ? t`Member` : t`Reporter`} person={appellant} />
          {decision && decision.subject._id !== appellant._id && <Person role={t`About`} person={decision.subject} />}
        </section>
      }
      decision={
        <IfAllowed may="decide">
          <Decide appeal={appeal} />
        </IfAllowed>
      }
    />
  )
}

function Messages({ appeal: { messages, reason, decidedBy, decidedAt } }: One) {
  const { dayAndTime } = useFormats()
  return (
    <>
      <Correspondence messages={messages} />
      {reason && (
        <Bubble
          side="end"
          tone="staff"
          caption={decidedAt && <Byline by={decidedBy?.name ?? ''} when={dayAndTime(decidedAt)} />}
        >
          <UserText>{reason}</UserText>
        </Bubble>
      )}
    </>
  )
}

function State({ appeal: { state, decidedBy, samePerson } }: One) {
  const { t } = useLingui()
  const name = decidedBy?.name ?? ''
  if (state === 'open') return <Badge tone="warning">{t({ message: 'Open', context: 'state' })}</Badge>
  return (
    <>
      {state === 'overturned' ? (
        <Badge tone="positive">{t`Overturned by ${name}`}</Badge>
      ) : (
        <Badge tone="neutral">{t`Upheld by ${name}`}</Badge>
      )}
      {samePerson && <Badge tone="warning">{t`Reviewed by the same person`}</Badge>}
    </>
  )
}

function Subject({ appeal: { decision, report, deciders } }: One) {
  const { t } = useLingui()
  const formats = useFormats()
  const { kinds } = useDecisionWords()
  const names = formats.list(deciders.map(({ name }) => name))
  return (
    <blockquote className="m-0 grid gap-1 border-s-4 border-line-strong ps-3">
      {decision && (
        <>
          <b>{formats.series(kinds[decision.kind], formats.dayAndTime(decision.at))}</b>
          <p dir="auto">{decision.facts}</p>
          {decision.reportId ? (
            <IfAllowed may="reports.read">
              <Link {...toReport(decision.reportId)}>{t`Open the report`}</Link>
            </IfAllowed>
          ) : (
            <p className="text-small text-muted">{t`This decision came from no report.`}</p>
          )}
        </>
      )}
      {report && (
        <>
          <Link {...toReport(report._id)}>{t`Open the report`}</Link>
          <p dir="auto">{report.description}</p>
        </>
      )}
      {names && <p className="text-muted text-caption">{t`Decision by ${names}`}</p>}
    </blockquote>
  )
}

function Answer({ appeal }: One) {
  const { t } = useLingui()
  const { value, change, forget } = useFormDraft(`appeal.${appeal._id}`, { text: '' })
  const { text } = value
  const answer = useAnswerAppeal(appeal, forget)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.mutate(text.trim())
  }
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextArea
        label={t`Message to the member`}
        rows={2}
        maxLength={3000}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Button
        type="submit"
        tone="quiet"
        className="justify-self-start"
        busy={answer.isPending}
        disabled={text.trim() === ''}
      >
        {t`Send`}
      </Button>
    </form>
  )
}

const FEWEST = 10

/** Both outcomes with their effects, or why a colleague has to decide. */
function Decide({ appeal }: One) {
  const { t } = useLingui()
  const formats = useFormats()
  if (appeal.mayDecide === 'no') return null
  const when = appeal.mayDecideAt && formats.dayAndTime(appeal.mayDecideAt)
  return (
    <DecisionCard>
      {appeal.mayDecide === 'someone-else' ? (
        <p className="text-ink-2">{t`You made this decision, so someone else reviews the appeal.`}</p>
      ) : when ? (
        <p className="text-ink-2">
          <Trans>You made this decision, and no one else can review it. You can review it after {when}.</Trans>
        </p>
      ) : (
        <Form appeal={appeal} />
      )}
    </DecisionCard>
  )
}

function Form({ appeal }: One) {
  const { t } = useLingui()
  const entered = useFormDraft(`appeal.outcome.${appeal._id}`, { reason: '' })
  const [sent, setSent] = useState<Outcome>()
  const reason = entered.value.reason.trim()
  const name = appeal.appellant.name.split(' ')[0] ?? ''
  const decide = useDecideAppeal(appeal, (outcome) => {
    toast({ text: outcome === 'overturned' ? t`The decision is overturned.` : t`The decision is upheld.` })
    entered.forget()
  })
  const go = (outcome: Outcome) => {
    setSent(outcome)
    decide.mutate({ outcome, reason })
  }
  const button = (outcome: Outcome) => ({
    busy: decide.isPending && sent === outcome,
    disabled: reason.length < FEWEST || decide.isPending,
    onClick: () => go(outcome),
  })
  return (
    <>
      <Unsaved of={entered} />
      <TextArea
        label={t`Reasons (visible to the member)`}
        hint={t`At least 10 characters.`}
        required
        rows={4}
        maxLength={1000}
        value={entered.value.reason}
        onChange={({ target }) => entered.change({ reason: target.value })}
      />
      <div className="grid gap-1">
        <Button tone="quiet" {...button('overturned')}>{t`Overturn and tell ${name}`}</Button>
        <p className="text-small text-muted">
          {appeal.by === 'reporter'
            ? t`This reopens the report.`
            : t`This reverses the decision and everything it changed. It no longer counts against the member.`}
        </p>
      </div>
      <div className="grid gap-1">
        <Button tone="quiet" {...button('upheld')}>{t`Uphold and tell ${name}`}</Button>
        <p className="text-small text-muted">{t`The decision doesn’t change.`}</p>
      </div>
    </>
  )
}
