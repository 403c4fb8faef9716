import { Trans, useLingui } from '@lingui/react/macro'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { GenderFields, useGender } from './gender-fields.tsx'
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

export function AboutStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const gender = useGender(user, 'onboarding.about')
  const birth = useFormDraft('onboarding.about.birth', { born: '' })
  const { born } = birth.value
  const unborn = user.dateOfBirth === null
  const found = {
    ...gender.found,
    dateOfBirth: unborn && born === '' && t`Please enter your date of birth.`,
  }
  const { form, problems } = useChecked(found, refused, () =>
    onSave({
      ...gender.change,
      ...(unborn ? { dateOfBirth: born } : {}),
    }),
  )
  return (
    <form className="grid gap-6" {...form}>
      <GenderFields state={gender} problems={problems} />
      {unborn && (
        <TextField
          label={t`Date of birth`}
          type="date"
          required
          hint={t`People see your age, never your date of birth.`}
          value={born}
          error={problems['dateOfBirth']}
          onChange={({ target }) => birth.change({ born: target.value })}
        />
      )}
      <Next busy={busy} />
    </form>
  )
}
