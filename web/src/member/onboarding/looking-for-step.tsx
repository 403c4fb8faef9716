import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { FieldError } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { ConsentTick, useNeedsConsent } from './consent-tick.tsx'
import { useGenders } from './gender-fields.tsx'
import { invalidBy, rowsClass } from './rows.ts'
import { useChecked } from './use-checked.ts'

export function LookingForStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useUnfinished('onboarding.looking-for', { wanted: user.interestedIn })
  const { wanted } = value
  const [agreed, setAgreed] = useState(false)
  const needsConsent = useNeedsConsent()
  const found = {
    interestedIn: wanted.length === 0 && t`Choose at least one.`,
    acceptSpecialCategory: needsConsent && !agreed && t`We need this to find people for you.`,
  }
  const { form, problems } = useChecked(found, refused, () =>
    onSave({ interestedIn: wanted, ...(agreed ? { acceptSpecialCategory: true } : {}) }),
  )
  return (
    <form className="grid gap-6" {...form}>
      <WantedField wanted={wanted} problem={problems['interestedIn']} onChange={(next) => change({ wanted: next })} />
      {needsConsent && <ConsentTick agreed={agreed} problem={problems['acceptSpecialCategory']} onChange={setAgreed} />}
      <Next busy={busy} />
    </form>
  )
}

type WantedProps = { wanted: readonly string[]; problem: string | undefined; onChange: (wanted: string[]) => void }

function WantedField({ wanted, problem, onChange }: WantedProps) {
  const id = useId()
  const genders = useGenders()
  const toggle = (value: string) =>
    onChange(wanted.includes(value) ? wanted.filter((each) => each !== value) : [...wanted, value])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">
        <Trans>I’d like to meet</Trans>
      </legend>
      <div className={rowsClass}>
        {genders.map(({ value, plural }) => (
          <Tick
            key={value}
            label={plural}
            {...invalidBy(problem, id)}
            checked={wanted.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </fieldset>
  )
}
