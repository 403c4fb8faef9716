import type { BlindReview } from '@kindred/contract/moderation/blind-reviews'
import { useLingui } from '@lingui/react/macro'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { CaseLayout } from '../case/case-layout.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useCloseReview, useEscalateReview } from './use-blind-reviews.ts'
import { useAnswerNames } from './words.ts'
import { UserLink } from '../user-link.tsx'

export function CompletedReview({ review }: { review: BlindReview }) {
  const { t } = useLingui()
  const names = useAnswerNames()
  const { decision, answer, sameKind, sameRule, state, raised, closed } = review
  const { subject } = decision
  return (
    <CaseLayout
      what={
        <section className="card grid gap-4" aria-label={t`Case`}>
          <div className="flex flex-wrap items-center gap-3">
            <h2 dir="auto">{subject._id ? <UserLink id={subject._id}>{subject.name}</UserLink> : subject.name}</h2>
            <Badge tone={sameKind ? 'positive' : 'warning'}>{sameKind ? t`Same action` : t`Different action`}</Badge>
            <Badge tone={sameRule ? 'positive' : 'warning'}>{sameRule ? t`Same rule` : t`Different rule`}</Badge>
          </div>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Side
              title={t`Decision`}
              what={decision.kind === 'deactivate' ? '' : names[decision.kind]}
              rule={decision.rule}
              why={decision.facts}
              by={decision.by?.name ?? ''}
              at={decision.createdAt}
            />
            <Side
              title={t`Blind review`}
              what={names[answer.kind]}
              rule={answer.rule}
              why={answer.reason}
              by={answer.by.name}
              at={answer.at}
            />
          </div>
          {raised && <Remark title={t`Escalated`} remark={raised} />}
          {closed && <Remark title={t`Closed`} remark={closed} />}
        </section>
      }
      decision={
        <>
          {state === 'answered' && !(sameKind && sameRule) && <Raise id={review._id} />}
          {state === 'raised' && (
            <IfAllowed may="approve">
              <Close id={review._id} />
            </IfAllowed>
          )}
        </>
      }
    />
  )
}

type SideProps = {
  title: string
  what: string
  rule: { number: number; title: string } | null
  why: string
  by: string
  at: string
}

function Side({ title, what, rule, why, by, at }: SideProps) {
  const formats = useFormats()
  return (
    <div className="grid gap-1">
      <h3>{title}</h3>
      <p>
        <b>{what}</b>
      </p>
      {rule && (
        <p dir="auto">
          {rule.number}. {rule.title}
        </p>
      )}
      <UserText>{why}</UserText>
      <p className="text-small text-muted">
        <Byline by={by} when={formats.dayAndTime(at)} />
      </p>
    </div>
  )
}

function Remark({ title, remark: { by, at, note } }: { title: string; remark: NonNullable<BlindReview['raised']> }) {
  const formats = useFormats()
  return (
    <div className="grid gap-1 rounded-md bg-sunken p-3">
      <h3>{title}</h3>
      <UserText>{note}</UserText>
      <Byline by={by.name} when={formats.dayAndTime(at)} />
    </div>
  )
}

function Raise({ id }: { id: string }) {
  const { t } = useLingui()
  const raise = useEscalateReview(id, () => toast({ text: t`An administrator will review it.` }))
  return (
    <Remarking
      draftKey={`raise.${id}`}
      title={t`Escalate`}
      label={t`What should the administrator review?`}
      go={t`Escalate`}
      busy={raise.isPending}
      onGo={(note) => raise.mutate(note)}
    />
  )
}

function Close({ id }: { id: string }) {
  const { t } = useLingui()
  const close = useCloseReview(id, () => toast({ text: t`Closed.` }))
  return (
    <Remarking
      draftKey={`close.${id}`}
      title={t`Disagreement`}
      label={t`Outcome`}
      hint={t`The decision doesn’t change here. End it on the user’s page if it was wrong.`}
      go={t`Close`}
      busy={close.isPending}
      onGo={(note) => close.mutate(note)}
    />
  )
}

type RemarkingProps = {
  draftKey: string
  title: string
  label: string
  hint?: string
  go: string
  busy: boolean
  onGo: (note: string) => void
}

function Remarking({ draftKey, title, label, hint, go, busy, onGo }: RemarkingProps) {
  const entered = useFormDraft(draftKey, { note: '' })
  const note = entered.value.note.trim()
  return (
    <section className="card grid gap-3" aria-labelledby="remark">
      <h2 id="remark">{title}</h2>
      <Unsaved of={entered} />
      <TextArea
        label={label}
        {...(hint ? { hint } : {})}
        required
        rows={3}
        maxLength={1000}
        value={entered.value.note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      <Button
        busy={busy}
        disabled={note === ''}
        onClick={() => {
          entered.forget()
          onGo(note)
        }}
      >
        {go}
      </Button>
    </section>
  )
}
