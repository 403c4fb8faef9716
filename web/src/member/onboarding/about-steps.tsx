import { genderGroups } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { AnswerTile, tilesClass } from '../../ui/choice-tile.tsx'
import { BirthdayField } from '../../ui/day-field.tsx'
import { isDay } from '../../ui/day-text.ts'
import { TextField } from '../../ui/field.tsx'
import { Step } from '../../ui/step-frame.tsx'
import { ConsentTick, useNeedsConsent } from './consent-tick.tsx'
import { GenderTicks, OwnWords, useGender, useGenderChoices } from './gender-fields.tsx'
import { Next, type StepProps } from './step-props.tsx'
import { useChecked } from './use-checked.ts'

const ContactsDialog = lazy(() => import('../contacts/contacts-dialog.tsx'))

export function BirthdayStep({ heading, notes, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useFormDraft('onboarding.birthday', { born: '' })
  const found = { dateOfBirth: !isDay(value.born) && t`Please enter your date of birth.` }
  const { form, problems } = useChecked(found, refused, () => onSave({ dateOfBirth: value.born }))
  return (
    <Step {...heading} isTyped {...form} foot={<Next busy={busy} />}>
      {notes}
      <BirthdayField
        label={t`Date of birth`}
        value={value.born}
        error={problems['dateOfBirth']}
        onChange={(born) => change({ born })}
      />
    </Step>
  )
}

const isGroup = (gender: string) => genderGroups.some((group) => group === gender)

/** One press answers. Own words need to be typed, and to say in whose lists they belong. */
export function AboutStep({ user, heading, notes, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const gender = useGender(user, 'onboarding.about')
  const { choices, allowsOwnWords } = useGenderChoices()
  const needsConsent = useNeedsConsent()
  const [isOwn, setIsOwn] = useState(gender.isInOwnWords)
  // One of the operator’s genders needs the same consent as own words.
  const waits = isOwn || gender.asksConsent
  const { form, problems } = useChecked(waits ? gender.found : {}, refused, () => waits && onSave(gender.change))
  return (
    <Step {...heading} {...form} foot={waits && <Next busy={busy} />}>
      {notes}
      <div className={tilesClass} role="group" aria-label={t`I’m a`}>
        {choices.map(({ value, name }) => (
          <AnswerTile
            key={value}
            label={name}
            disabled={busy}
            isCurrent={!isOwn && gender.gender.toLowerCase() === value.toLowerCase()}
            onClick={() => {
              setIsOwn(false)
              gender.entered.change({ gender: value })
              if (!needsConsent || isGroup(value)) onSave({ gender: value })
            }}
          />
        ))}
        {allowsOwnWords && (
          <AnswerTile
            label={t`In my own words`}
            disabled={busy}
            isCurrent={isOwn}
            aria-expanded={isOwn}
            onClick={() => {
              if (!isOwn) gender.entered.change({ gender: '' })
              setIsOwn(true)
            }}
          />
        )}
      </div>
      {isOwn && (
        <TextField
          label={t`My own words`}
          maxLength={40}
          required
          autoFocus
          value={gender.gender}
          error={problems['gender']}
          onChange={({ target }) => gender.entered.change({ gender: target.value })}
        />
      )}
      {waits && <OwnWords state={gender} problems={problems} />}
    </Step>
  )
}

export function LookingForStep({ user, heading, notes, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useFormDraft('onboarding.looking-for', { wanted: user.interestedIn })
  const { wanted } = value
  const [agreed, setAgreed] = useState(false)
  const [avoids, setAvoids] = useState(false)
  const needsConsent = useNeedsConsent()
  const found = {
    interestedIn: wanted.length === 0 && t`Choose at least one.`,
    acceptSpecialCategory: needsConsent && !agreed && t`We need this to find people for you.`,
  }
  const { form, problems } = useChecked(found, refused, () =>
    onSave({ interestedIn: wanted, ...(agreed ? { acceptSpecialCategory: true } : {}) }),
  )
  return (
    <>
      <Step {...heading} {...form} foot={<Next busy={busy} />}>
        {notes}
        <fieldset className="grid gap-3">
          <legend className="sr-only">{t`I’d like to meet`}</legend>
          <GenderTicks
            chosen={wanted}
            problem={problems['interestedIn']}
            onChange={(next) => change({ wanted: next })}
          />
        </fieldset>
        {needsConsent && (
          <ConsentTick agreed={agreed} problem={problems['acceptSpecialCategory']} onChange={setAgreed} />
        )}
        <Button tone="ghost" size="sm" className="justify-self-start" onClick={() => setAvoids(true)}>
          {t`Avoid people you know`}
        </Button>
      </Step>
      <Suspense>{avoids && <ContactsDialog onClose={() => setAvoids(false)} />}</Suspense>
    </>
  )
}
