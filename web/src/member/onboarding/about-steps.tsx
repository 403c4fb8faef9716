import { Trans, useLingui } from '@lingui/react/macro'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import { intentions as knownIntentions, type Intention, type OwnUser } from '@kindred/contract/profiles/users'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { settings } from '../../api/member-client.ts'
import { oneOf } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tick } from '../../ui/tick.tsx'

export type StepProps = {
  user: OwnUser
  problems: Record<string, string>
  busy: boolean
  onSave: (change: Partial<ProfileChange>) => void
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

export function AboutStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const [gender, setGender] = useState(user.gender ?? '')
  const [born, setBorn] = useState(user.dateOfBirth ?? '')
  const [agreed, setAgreed] = useState(false)
  const unborn = user.dateOfBirth === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({
      ...(gender.trim() ? { gender } : {}),
      ...(unborn && born ? { dateOfBirth: born, acceptTerms: agreed } : {}),
    })
  }
  return (
    <form className="grid gap-6" onSubmit={submit}>
      <GenderField gender={gender} problem={problems['gender']} onChange={setGender} />
      {unborn && (
        <TextField
          label={t`Date of birth`}
          type="date"
          required
          hint={t`Others see your age, never your date of birth.`}
          value={born}
          error={problems['dateOfBirth']}
          onChange={({ target }) => setBorn(target.value)}
        />
      )}
      {unborn && (
        <Tick label={<Terms />} required checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
      )}
      <Next busy={busy} />
    </form>
  )
}

const Terms = () => (
  <Trans>
    I’m 18 or older, and I agree to the <Link to={paths.terms}>terms</Link>, the{' '}
    <Link to={paths.rules}>community rules</Link> and the <Link to={paths.privacy}>privacy policy</Link>.
  </Trans>
)

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
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-medium">
        <Trans>I’m a</Trans>
      </legend>
      {genders.map(({ value, name }) => (
        <Tick
          key={value}
          type="radio"
          name="gender"
          label={name}
          required
          checked={!own && gender === value}
          onChange={() => choose(value)}
        />
      ))}
      <Tick type="radio" name="gender" label={t`In my own words`} checked={own} onChange={() => choose('', true)} />
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
      {!own && problem && <p className="text-danger">{problem}</p>}
    </fieldset>
  )
}

export function LookingForStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const genders = useGenders()
  const [wanted, setWanted] = useState<string[]>(user.interestedIn)
  const [intention, setIntention] = useState<Intention | ''>(user.intention ?? '')
  const [agreed, setAgreed] = useState(false)
  const { data } = useQuery({ queryKey: ['listConsents'], queryFn: () => withRetry(() => settings.listConsents()) })
  const needsConsent = data?.data.consents.every(({ kind, withdrawnAt }) => kind !== 'special_category' || withdrawnAt)
  const intentions: Record<Intention, string> = {
    'long-term': t`Long-term`,
    'short-term': t`Short-term`,
    friends: t`Friends`,
    open: t`Still figuring it out`,
  }
  const toggle = (value: string) =>
    setWanted((before) => (before.includes(value) ? before.filter((each) => each !== value) : [...before, value]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ interestedIn: wanted, intention: intention || null, ...(agreed ? { acceptSpecialCategory: true } : {}) })
  }
  return (
    <form className="grid gap-6" onSubmit={submit}>
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">
          <Trans>I’d like to meet</Trans>
        </legend>
        {genders.map(({ value, plural }) => (
          <Tick key={value} label={plural} checked={wanted.includes(value)} onChange={() => toggle(value)} />
        ))}
        {problems['interestedIn'] && <p className="text-danger">{problems['interestedIn']}</p>}
      </fieldset>
      <SelectField
        label={t`Looking for`}
        value={intention}
        onChange={({ target }) => setIntention(oneOf(knownIntentions, target.value) ?? '')}
      >
        <option value="">{t`Prefer not to say`}</option>
        {Object.entries(intentions).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {needsConsent && (
        <Tick
          label={
            <Trans>
              I agree that who I’d like to meet is used to find people for me. I can withdraw this at any time.
            </Trans>
          }
          required
          checked={agreed}
          onChange={({ target }) => setAgreed(target.checked)}
        />
      )}
      <Next busy={busy} />
    </form>
  )
}
