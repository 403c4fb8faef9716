import type { Appeal } from '@kindred/contract/moderation/appeals'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { toReport } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { type Outcome, useAnswerAppeal, useDecideAppeal } from './use-appeals.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { UserLink } from '../user-link.tsx'
import { saveFormDraft } from '../../session/form-drafts.ts'
import { toast } from '../../ui/toast.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

/** The two outcomes with their reasons, or why a colleague has to decide. */
function DecideAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const formats = useFormats()
  const [outcome, setOutcome] = useState<Outcome>()
  const close = () => setOutcome(undefined)
  const draftKey = `appeal.${appeal._id}.${outcome}`
  const decide = useDecideAppeal(appeal, () => {
    toast({ text: outcome === 'overturned' ? t`The decision is overturned.` : t`The decision is upheld.` })
    saveFormDraft(draftKey, {})
    close()
  })
  if (appeal.mayDecide === 'no') return null
  if (appeal.mayDecide === 'someone-else')
    return <p className="text-ink-2">{t`You made this decision, so someone else reviews the appeal.`}</p>
  if (appeal.mayDecideAt) {
    const when = formats.dayAndTime(appeal.mayDecideAt)
    return (
      <p className="text-ink-2">
        <Trans>You made this decision, and no one else can review it. You can review it after {when}.</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOutcome('overturned')}>{t`Overturn…`}</Button>
      <Button tone="quiet" onClick={() => setOutcome('upheld')}>{t`Uphold…`}</Button>
      {outcome && (
        <ReasonDialog
          draftKey={draftKey}
          title={outcome === 'overturned' ? t`Overturn the decision?` : t`Uphold the decision?`}
          label={t`Reasons (visible to the member)`}
          hint={
            outcome === 'overturned'
              ? t`This reverses the decision and everything it changed. It no longer counts against the member.`
              : t`The decision doesn’t change.`
          }
          go={outcome === 'overturned' ? t`Overturn` : t`Uphold`}
          minLength={10}
          busy={decide.isPending}
          onClose={close}
          onGo={(reason) => decide.mutate({ outcome, reason })}
        />
      )}
    </div>
  )
}

type One = { appeal: Appeal }

export function AppealCard({ appeal }: One) {
  const { t } = useLingui()
  const formats = useFormats()
  const name = appeal.appellant.name
  return (
    <li className="card grid gap-4" aria-label={t`Appeal by ${name}`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2>
          {appeal.appellant._id ? (
            <UserLink id={appeal.appellant._id}>
              <bdi>{name}</bdi>
            </UserLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </h2>
        <Badge tone="line">{appeal.by === 'member' ? t`Member` : t`Reporter`}</Badge>
        <State appeal={appeal} />
        <span className="text-muted text-caption">{formats.dayAndTime(appeal.createdAt)}</span>
      </div>
      <Subject appeal={appeal} />
      {appeal.messages.map(({ _id, byStaff, author, message, at }) => (
        <div
          key={_id}
          className={`rounded-md p-3 ${byStaff ? 'bg-positive-soft text-positive-soft-ink' : 'bg-sunken'}`}
        >
          <p className="text-caption font-medium">
            <Byline by={author} when={formats.dayAndTime(at)} />
          </p>
          <UserText>{message}</UserText>
        </div>
      ))}
      <UserText>{appeal.reason}</UserText>
      {appeal.state === 'open' && appeal.mayDecide !== 'no' && appeal.mayDecide !== 'someone-else' && (
        <Answer appeal={appeal} />
      )}
      <IfAllowed may="decide">
        <DecideAppeal appeal={appeal} />
      </IfAllowed>
    </li>
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
        rows={3}
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
