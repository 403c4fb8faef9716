import { distances } from '@kindred/contract/profiles/users'
import { Plural, useLingui } from '@lingui/react/macro'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { OLDEST, YOUNGEST } from '../people/ages.ts'
import { useDistance } from '../people/words.ts'
import { Next, type StepProps } from './about-steps.tsx'
import { suggestedRange } from './steps.ts'

const ages = Array.from({ length: OLDEST - YOUNGEST + 1 }, (_, at) => YOUNGEST + at)

/** The age range and distance of people to meet. The defaults are close to the member's own age and place. */
export function RangeStep({ user, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const inWords = useDistance()
  const range = suggestedRange(user)
  const { value, change: setRange } = useFormDraft('onboarding.range', range, { ...range, distance: null })
  const { ageMin, ageMax, distance } = value
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({}, { ageMin, ageMax, distance })
      }}
    >
      <div className="grid gap-2">
        <fieldset className="grid grid-cols-2 gap-3">
          <legend className="sr-only">{t`Age`}</legend>
          <Age
            label={t`Minimum age`}
            value={ageMin}
            onChange={(age) => setRange({ ageMin: age, ageMax: Math.max(age, ageMax), distance })}
          />
          <Age
            label={t`Maximum age`}
            value={ageMax}
            onChange={(age) => setRange({ ageMin: Math.min(age, ageMin), ageMax: age, distance })}
          />
        </fieldset>
        {user.age !== null && (
          <p className="text-small text-muted">
            <Plural value={user.age} one="You’re # year old." other="You’re # years old." />
          </p>
        )}
      </div>
      <SelectField
        label={t`Distance`}
        value={distance ?? ''}
        onChange={({ target }) => setRange({ ageMin, ageMax, distance: target.value ? Number(target.value) : null })}
      >
        {distances.map((each) => (
          <option key={each} value={each}>
            {t`up to ${inWords(each)}`}
          </option>
        ))}
        <option value="">{t`Anywhere`}</option>
      </SelectField>
      <Next busy={busy} />
    </form>
  )
}

const Age = ({ label, value, onChange }: { label: string; value: number; onChange: (age: number) => void }) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {ages.map((each) => (
      <option key={each}>{each}</option>
    ))}
  </SelectField>
)
