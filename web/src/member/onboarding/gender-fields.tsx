import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { GenderGroup, OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { useOwnValues } from '../../api/use-own-values.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { FieldError, TextField } from '../../ui/field.tsx'
import { ChoiceTile, tilesClass } from '../../ui/choice-tile.tsx'
import { ConsentTick, useNeedsConsent } from './consent-tick.tsx'
import { invalidBy } from './rows.ts'

type Gender = { value: GenderGroup; name: string; plural: string }

/** The most common genders. Members type any other. */
export function useGenders(): Gender[] {
  const { t } = useLingui()
  return [
    { value: 'woman', name: t`Woman`, plural: t`Women` },
    { value: 'man', name: t`Man`, plural: t`Men` },
    { value: 'non-binary', name: t`Non-binary`, plural: t`Non-binary people` },
  ]
}

/** The genders to choose from, in the operator’s order, and whether members may use their own words. */
export function useGenderChoices() {
  const groups = useGenders()
  const { genders: own, ownGenders } = useOwnValues()
  const nameOf = (id: string) => groups.find(({ value }) => value === id)?.name ?? id
  const choices = own?.map(({ id, label }) => ({ value: id, name: label ?? nameOf(id) })) ?? groups
  const isChoice = (gender: string) => choices.some(({ value }) => value.toLowerCase() === gender.trim().toLowerCase())
  return { choices, isChoice, allowsOwnWords: ownGenders !== false }
}

type GenderState = ReturnType<typeof useGender>

/** The form state of a gender with its audience, and the consent that a typed gender needs. */
export function useGender(user: OwnUser, form: string) {
  const { t } = useLingui()
  // New members start without a selection, and all others start with their current audience.
  const saved = { gender: user.gender ?? '', shownTo: user.shownTo }
  const entered = useFormDraft(form, saved)
  const { gender, shownTo } = entered.value
  const [agreed, setAgreed] = useState(false)
  const genders = useGenders()
  const { isChoice, allowsOwnWords } = useGenderChoices()
  const written = gender.trim().toLowerCase()
  const isOther = written !== '' && !genders.some(({ value }) => value === written)
  const isInOwnWords = isOther && !isChoice(written)
  const asksConsent = useNeedsConsent() && isOther
  const found = {
    gender: gender.trim() === '' && (allowsOwnWords ? t`Choose one, or use your own words.` : t`Choose one.`),
    shownTo: isInOwnWords && shownTo.length === 0 && t`Choose at least one.`,
    acceptSpecialCategory: asksConsent && !agreed && t`We need this to save your own words.`,
  }
  const change: Partial<ProfileChange> = {
    gender,
    ...(isInOwnWords ? { shownTo: [...shownTo] } : {}),
    ...(asksConsent && agreed ? { acceptSpecialCategory: true } : {}),
  }
  return { entered, gender, shownTo, agreed, setAgreed, isInOwnWords, asksConsent, found, change }
}

/** Fields for the gender. A typed gender also asks for its audience and the required consent. */
export function GenderFields({ state, problems }: { state: GenderState; problems: Record<string, string> }) {
  const { turn, change } = state.entered
  return (
    <>
      <GenderField
        key={turn}
        gender={state.gender}
        problem={problems['gender']}
        onChange={(gender) => change({ gender })}
      />
      <OwnWords state={state} problems={problems} />
    </>
  )
}

/** The audience of a typed gender, and the consent that it needs. */
export function OwnWords({ state, problems }: { state: GenderState; problems: Record<string, string> }) {
  const { change } = state.entered
  return (
    <>
      {state.isInOwnWords && (
        <ShownToField
          shownTo={state.shownTo}
          problem={problems['shownTo']}
          onChange={(shownTo) => change({ shownTo: [...shownTo] })}
        />
      )}
      {state.asksConsent && (
        <ConsentTick agreed={state.agreed} problem={problems['acceptSpecialCategory']} onChange={state.setAgreed} />
      )}
    </>
  )
}

type GenderProps = { gender: string; problem: string | undefined; onChange: (gender: string) => void }

function GenderField({ gender, problem, onChange }: GenderProps) {
  const { t } = useLingui()
  const { choices, isChoice, allowsOwnWords } = useGenderChoices()
  const [own, setOwn] = useState(gender !== '' && !isChoice(gender))
  const choose = (value: string, inOwnWords = false) => {
    setOwn(inOwnWords)
    onChange(value)
  }
  const id = useId()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{t`I’m a`}</legend>
      <div className={tilesClass}>
        {choices.map(({ value, name }) => (
          <ChoiceTile
            key={value}
            name="gender"
            label={name}
            required
            {...invalidBy(own ? undefined : problem, id)}
            checked={!own && gender.toLowerCase() === value.toLowerCase()}
            onChange={() => choose(value)}
          />
        ))}
        {(allowsOwnWords || own) && (
          <ChoiceTile name="gender" label={t`In my own words`} checked={own} onChange={() => choose('', true)} />
        )}
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

type ShownToProps = {
  shownTo: readonly GenderGroup[]
  problem: string | undefined
  onChange: (shownTo: readonly GenderGroup[]) => void
}

/** For a typed gender, the field selects the lists in which the member appears. */
export function ShownToField({ shownTo, problem, onChange }: ShownToProps) {
  const { t } = useLingui()
  const hint = useId()
  return (
    <fieldset className="grid gap-3" aria-describedby={hint}>
      <legend className="mb-1 font-medium">{t`Show me to people looking for`}</legend>
      <p id={hint} className="text-small text-muted">
        <Trans>Choose one or more. This isn’t shown on your profile: others see your own words.</Trans>
      </p>
      <GenderTicks chosen={shownTo} problem={problem} onChange={onChange} />
    </fieldset>
  )
}

type TicksProps<T> = {
  chosen: readonly (T | GenderGroup)[]
  problem: string | undefined
  onChange: (chosen: (T | GenderGroup)[]) => void
}

export function GenderTicks<T>({ chosen, problem, onChange }: TicksProps<T>) {
  const id = useId()
  const toggle = (value: GenderGroup) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
  return (
    <>
      <div className={tilesClass}>
        {useGenders().map(({ value, plural }) => (
          <ChoiceTile
            key={value}
            type="checkbox"
            label={plural}
            {...invalidBy(problem, id)}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </>
  )
}
