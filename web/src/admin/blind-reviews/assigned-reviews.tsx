import {
  type SecondAnswer,
  secondAnswers,
  type BlindReviewCase,
  type WaitingLook,
} from '@kindred/contract/moderation/blind-reviews'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CaseCard } from '../case-card.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useListKeys } from '../../ui/list-keys.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { CaseView } from './case-view.tsx'
import { useCompleteReview, useOpenCase, useAssignedReviews } from './use-blind-reviews.ts'
import { oneOf } from '../../api/params.ts'
import { rulesQuery } from '../../api/rules.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useAnswerNames } from './words.ts'

const MIN_LENGTH = 10
const blank: { kind: SecondAnswer; rule: number; reason: string } = { kind: 'none', rule: 1, reason: '' }

function AnswerForm({ id }: { id: string }) {
  const { t } = useLingui()
  const names = useAnswerNames()
  const entered = useFormDraft(`look.${id}`, blank)
  const { kind, rule, reason } = entered.value
  const answer = useCompleteReview(id, () => {
    entered.forget()
    toast({ text: t`Saved. You can compare both decisions under Completed.` })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.mutate({ kind, reason: reason.trim(), ...(kind === 'none' ? {} : { rule }) })
  }
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={submit} aria-label={t`Your answer`}>
      <h3>{t`Your answer`}</h3>
      <Unsaved of={entered} />
      <SelectField
        label={t`What would you have decided?`}
        value={kind}
        onChange={({ target }) => entered.change({ kind: oneOf(secondAnswers, target.value) ?? 'none' })}
      >
        {secondAnswers.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </SelectField>
      {kind !== 'none' && <RuleField value={rule} onChange={(at) => entered.change({ rule: at })} />}
      <TextArea
        label={t`Why`}
        hint={t`Only staff can see this.`}
        required
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={({ target }) => entered.change({ reason: target.value })}
      />
      <Button
        type="submit"
        className="justify-self-start"
        busy={answer.isPending}
        disabled={reason.trim().length < MIN_LENGTH}
      >
        {t`Answer`}
      </Button>
    </form>
  )
}

function RuleField({ value, onChange }: { value: number; onChange: (rule: number) => void }) {
  const { t } = useLingui()
  const { data: rules = [] } = useQuery(rulesQuery)
  return (
    <SelectField label={t`Rule broken`} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {rules.map(({ title }, at) => (
        <option key={title} value={at + 1}>
          {at + 1}. {title}
        </option>
      ))}
    </SelectField>
  )
}

export function AssignedReviews() {
  const { t } = useLingui()
  const query = useAssignedReviews()
  const open = useOpenCase()
  const waiting = query.data?.pages.flatMap(({ data }) => data.waiting) ?? []
  const { at } = useListKeys({
    rows: waiting,
    keyOf: ({ _id }) => _id,
    on: { Enter: ({ _id }) => open.mutate(_id) },
  })
  const opened = open.data?.data.case
  return (
    <div className="grid gap-5">
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading cases…`} />}
      {query.isSuccess && waiting.length === 0 && (
        <EmptyState title={t`No cases assigned to you`}>
          <Trans>You’ll see cases here after someone else has decided them.</Trans>
        </EmptyState>
      )}
      {waiting.map((review, index) => (
        <Waiting
          key={review._id}
          review={review}
          isCurrent={index === at}
          opened={opened?._id === review._id ? opened : undefined}
          isOpening={open.isPending && open.variables === review._id}
          onOpen={() => open.mutate(review._id)}
        />
      ))}
      <LoadOlder query={query}>{t`Older cases`}</LoadOlder>
    </div>
  )
}

type Props = {
  review: WaitingLook
  isCurrent: boolean
  opened: BlindReviewCase | undefined
  isOpening: boolean
  onOpen: () => void
}

function Waiting({ review: { name, drawnAt }, isCurrent, opened, isOpening, onOpen }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const when = formats.dayAndTime(drawnAt)
  return (
    <CaseCard name={name} isCurrent={isCurrent}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 dir="auto">{name}</h2>
        <span className="text-caption text-muted">{t`Selected ${when}`}</span>
      </div>
      {opened ? (
        <>
          <CaseView opened={opened} />
          <AnswerForm id={opened._id} />
        </>
      ) : (
        <Button className="justify-self-start" aria-keyshortcuts="Enter" busy={isOpening} onClick={onOpen}>
          {t`Open case`}
        </Button>
      )}
    </CaseCard>
  )
}
