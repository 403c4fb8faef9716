import { Trans, useLingui } from '@lingui/react/macro'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ConsentTick, useNeedsConsent } from './consent-tick.tsx'
import { invalidBy, rowsClass } from './rows.ts'
import type { Range } from './steps.ts'
import { useChecked } from './use-checked.ts'

export type StepProps = {
  user: OwnUser
  problems: Record<string, string>
  busy: boolean
  onSave: (change: Partial<ProfileChange>, range?: Range) => void
}

export const Next = ({ busy }: { busy: boolean }) => (
  <Button type="submit" size="lg" block busy={busy}>
    <Trans>Next</Trans>
  </Button>
)

/** Genders that most people choose; the others are written out. */
export function useGenders() {
  const { t } = useLingui()
  return [
    { value: 'woman', name: t`Woman`, plural: t`Women` },
    { value: 'man', name: t`Man`, plural: t`Men` },
    { value: 'non-binary', name: t`Non-binary`, plural: t`Non-binary people` },
  ]
}

export function AboutStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const [gender, setGender] = useState(user.gender ?? '')
  const [born, setBorn] = useState(user.dateOfBirth ?? '')
  const [agreed, setAgreed] = useState(false)
  const genders = useGenders()
  const unborn = user.dateOfBirth === null
  const isInOwnWords = gender.trim() !== '' && !genders.some(({ value }) => value === gender.trim().toLowerCase())
  const asksConsent = useNeedsConsent() && isInOwnWords
  const found = {
    gender: gender.trim() === '' && t`Choose one, or use your own words.`,
    dateOfBirth: unborn && born === '' && t`Please enter your date of birth.`,
    acceptSpecialCategory: asksConsent && !agreed && t`We need this to save your own words.`,
  }
  const { form, problems } = useChecked(found, refused, () =>
    onSave({
      gender,
      ...(unborn ? { dateOfBirth: born } : {}),
      ...(asksConsent && agreed ? { acceptSpecialCategory: true } : {}),
    }),
  )
  return (
    <form className="grid gap-6" {...form}>
      <GenderField gender={gender} problem={problems['gender']} onChange={setGender} />
      {unborn && (
        <TextField
          label={t`Date of birth`}
          type="date"
          required
          hint={t`People see your age, never your date of birth.`}
          value={born}
          error={problems['dateOfBirth']}
          onChange={({ target }) => setBorn(target.value)}
        />
      )}
      {asksConsent && <ConsentTick agreed={agreed} problem={problems['acceptSpecialCategory']} onChange={setAgreed} />}
      <Next busy={busy} />
    </form>
  )
}

function GenderField({
  gender,
  problem,
  onChange,
}: {
  gender: string
  problem: string | undefined
  onChange: (gender: string) => void
}) {
  const { t } = useLingui()
  const genders = useGenders()
  const [own, setOwn] = useState(gender !== '' && !genders.some(({ value }) => value === gender))
  const choose = (value: string, inOwnWords = false) => {
    setOwn(inOwnWords)
    onChange(value)
  }
  const id = useId()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">
        <Trans>I’m a</Trans>
      </legend>
      <div className={rowsClass}>
        {genders.map(({ value, name }) => (
          <Tick
            key={value}
            type="radio"
            name="gender"
            label={name}
            required
            {...invalidBy(own ? undefined : problem, id)}
            checked={!own && gender === value}
            onChange={() => choose(value)}
          />
        ))}
        <Tick type="radio" name="gender" label={t`In my own words`} checked={own} onChange={() => choose('', true)} />
      </div>
      {own && (
        <TextField
          label={t`My own words`}
          maxLength={40}
          required
          value={gender}
          error={problem}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {!own && problem && <FieldError id={id}>{problem}</FieldError>}
    </fieldset>
  )
}
