import { type SecondAnswer, secondAnswers } from '@kindred/contract/moderation/blind-reviews'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent } from 'react'
import { oneOf } from '../../api/params.ts'
import { rulesQuery } from '../../api/rules.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useCompleteReview } from './use-blind-reviews.ts'
import { useAnswerNames } from './words.ts'

const MIN_LENGTH = 10
const blank: { kind: SecondAnswer; rule: number; reason: string } = { kind: 'none', rule: 1, reason: '' }

/** The reviewer’s own decision, made without knowing the outcome. */
export function AnswerForm({ id }: { id: string }) {
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
    <form className="card grid gap-3" onSubmit={submit} aria-label={t`Your answer`}>
      <h2>{t`Your answer`}</h2>
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
