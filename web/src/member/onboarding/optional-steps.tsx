import { intentions, type Intention } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useRef, type FormEvent } from 'react'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { MAX_CHIPS, useInterestChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { PhotosEditor } from '../profile/photos-editor.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { rowsClass } from './rows.ts'

export function PhotosStep({ user, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const hasPhoto = user.pictures.length > 0
  return (
    <div className="grid gap-6">
      <PhotosEditor chooser={chooser} />
      <Button size="lg" block busy={busy} onClick={() => (hasPhoto ? onSave({}) : chooser.current?.click())}>
        {hasPhoto ? t`Next` : t`Add a photo`}
      </Button>
      {!hasPhoto && <Button tone="ghost" disabled={busy} onClick={() => onSave({})}>{t`Later`}</Button>}
    </div>
  )
}

const unanswered: { intention: Intention | null } = { intention: null }

export function IntentionStep({ user, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const words = useWords()
  const { value: chosen, change } = useFormDraft('onboarding.intention', { intention: user.intention }, unanswered)
  const tick = (value: Intention | null, label: string) => (
    <Tick
      key={label}
      type="radio"
      name="intention"
      label={label}
      checked={chosen.intention === value}
      onChange={() => change({ intention: value })}
    />
  )
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(chosen)
      }}
    >
      <fieldset className={rowsClass}>
        <legend className="sr-only">{t`Looking for`}</legend>
        {intentions.map((each) => tick(each, words.intentions[each]))}
        {tick(null, t`Prefer not to say`)}
      </fieldset>
      <Next busy={busy} />
    </form>
  )
}

export function InterestsStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const chips = useInterestChips()
  const { value, change } = useFormDraft('onboarding.interests', { interests: user.interests })
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(value)
      }}
    >
      <ChipsField
        label={t`Interests`}
        optional={t`(optional)`}
        hint={t`Up to 20. Press Enter after each, or choose from these.`}
        initial={value.interests}
        {...chips}
        max={MAX_CHIPS}
        error={Object.entries(problems).find(([path]) => path.startsWith('interests'))?.[1]}
        onChange={(interests) => change({ interests })}
      />
      <Next busy={busy} />
    </form>
  )
}

export function WordsStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  const question = 'A perfect Sunday'
  const { value, change } = useFormDraft('onboarding.words', {
    bio: user.bio ?? '',
    answer: user.prompts.find((prompt) => prompt.question === question)?.answer ?? '',
  })
  const { bio, answer } = value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const others = user.prompts.filter((prompt) => prompt.question !== question)
    onSave({
      bio: bio.trim() || null,
      prompts: answer.trim() ? [{ question, answer }, ...others].slice(0, 3) : others,
    })
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <TextArea
        label={words.prompt(question)}
        optional={t`(optional)`}
        rows={2}
        maxLength={300}
        value={answer}
        onChange={({ target }) => change({ answer: target.value })}
      />
      <TextArea
        label={t`About you`}
        optional={t`(optional)`}
        rows={4}
        maxLength={1000}
        value={bio}
        error={problems['bio']}
        onChange={({ target }) => change({ bio: target.value })}
      />
      <Button type="submit" size="lg" block busy={busy}>{t`Finish`}</Button>
    </form>
  )
}
