import { intentions, type Intention } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { MOST_CHIPS, useInterestChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { PicturesEditor } from '../profile/pictures-editor.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { rowsClass } from './rows.ts'

export function PhotosStep({ user, busy, onSave }: StepProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const hasPhoto = user.pictures.length > 0
  return (
    <div className="grid gap-6">
      <PicturesEditor chooser={chooser} />
      <Button size="lg" block busy={busy} onClick={() => (hasPhoto ? onSave({}) : chooser.current?.click())}>
        {hasPhoto ? <Trans>Next</Trans> : <Trans>Add a photo</Trans>}
      </Button>
      {!hasPhoto && (
        <Button tone="ghost" disabled={busy} onClick={() => onSave({})}>
          <Trans>Later</Trans>
        </Button>
      )}
    </div>
  )
}

export function IntentionStep({ user, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const words = useWords()
  const [intention, setIntention] = useState<Intention | null>(user.intention)
  const tick = (value: Intention | null, label: string) => (
    <Tick
      key={label}
      type="radio"
      name="intention"
      label={label}
      checked={intention === value}
      onChange={() => setIntention(value)}
    />
  )
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ intention })
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
  const [interests, setInterests] = useState<string[]>(user.interests)
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ interests })
      }}
    >
      <ChipsField
        label={t`Interests`}
        optional={t`(optional)`}
        hint={t`Up to 20. Press Enter after each, or choose from these.`}
        initial={user.interests}
        {...chips}
        most={MOST_CHIPS}
        error={Object.entries(problems).find(([path]) => path.startsWith('interests'))?.[1]}
        onChange={setInterests}
      />
      <Next busy={busy} />
    </form>
  )
}

export function WordsStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const [bio, setBio] = useState(user.bio ?? '')
  const words = useSuggestedWords()
  const question = 'A perfect Sunday'
  const [answer, setAnswer] = useState(user.prompts.find((prompt) => prompt.question === question)?.answer ?? '')
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
        onChange={({ target }) => setAnswer(target.value)}
      />
      <TextArea
        label={t`About you`}
        optional={t`(optional)`}
        rows={4}
        maxLength={1000}
        value={bio}
        error={problems['bio']}
        onChange={({ target }) => setBio(target.value)}
      />
      <Button type="submit" size="lg" block busy={busy}>
        <Trans>Finish</Trans>
      </Button>
    </form>
  )
}
