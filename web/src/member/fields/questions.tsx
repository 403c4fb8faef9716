import { fieldAudiences, type FieldAudience, type OwnField } from '@kindred/contract/profiles/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { useSettings } from '../../api/settings.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { FieldInput, useAudiences } from '../../words/field-input.tsx'
import type { Answers, Draft } from './use-answers.ts'

type Props = {
  fields: readonly OwnField[]
  draft: Draft
  problems: Record<string, string>
  /** True while joining, when voluntary fields are marked. */
  marksOptional?: boolean
}

/** The community’s own questions, each with its audience. */
export function Questions({ fields, draft, problems, marksOptional = false }: Props) {
  const { t } = useLingui()
  return fields.map((field) => {
    const answer = draft.value[field.id] ?? null
    const set = (next: Answers[string]) => draft.change({ [field.id]: next })
    return (
      <div key={field.id} className="grid gap-3" data-field={field.id}>
        <FieldInput
          field={field}
          value={answer?.value ?? null}
          error={problems[`answers.${field.id}`] ?? problems[`answers.${field.id}.value`]}
          {...(marksOptional && !field.required ? { optional: t`(optional)` } : {})}
          onChange={(value) => set(value === null ? null : { value, audience: answer?.audience ?? field.audience })}
        />
        {answer !== null && (
          <>
            <Audience field={field} value={answer.audience} onChange={(audience) => set({ ...answer, audience })} />
            {field.sensitive && field.answer === null && (
              <Consent
                agreed={draft.agreed.includes(field.id)}
                problem={problems[`consent.${field.id}`]}
                onChange={(agreed) => draft.agree(field.id, agreed)}
              />
            )}
          </>
        )}
      </div>
    )
  })
}

type AudienceProps = { field: OwnField; value: FieldAudience; onChange: (audience: FieldAudience) => void }

/** The audience can be narrower than the field’s, never wider. */
function Audience({ field, value, onChange }: AudienceProps) {
  const { t } = useLingui()
  const names = useAudiences()
  if (field.onProfile === false)
    return <p className="text-small text-muted">{t`Only used for filters. Your profile doesn’t show it.`}</p>
  const all = fieldAudiences.slice(fieldAudiences.indexOf(field.audience))
  if (all.length === 1) return <p className="text-small text-muted">{t`Only you see this.`}</p>
  return (
    <SelectField
      label={t`Who sees this`}
      aria-label={t`Who sees ${field.label}`}
      value={value}
      onChange={({ target }) => onChange(oneOf(fieldAudiences, target.value) ?? value)}
    >
      {all.map((each) => (
        <option key={each} value={each}>
          {names[each]}
        </option>
      ))}
    </SelectField>
  )
}

type ConsentProps = { agreed: boolean; problem: string | undefined; onChange: (agreed: boolean) => void }

function Consent({ agreed, problem, onChange }: ConsentProps) {
  const { brand } = useSettings()
  return (
    <Tick
      label={
        <Trans>
          This is sensitive. I agree to {brand} keeping my answer and showing it to the people I chose. I can withdraw
          this at any time in Settings.
        </Trans>
      }
      required
      checked={agreed}
      error={problem}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
