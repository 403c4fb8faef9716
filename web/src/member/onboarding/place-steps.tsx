import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { refreshProfile } from '../../session/actions.ts'
import { PicturesEditor } from '../profile/pictures-editor.tsx'
import { PlaceField } from '../profile/place-field.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { listIn } from './steps.ts'

export function PlaceStep({ user, problems, busy, onSave }: StepProps) {
  const [place, setPlace] = useState(user.location)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ location: place })
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={place}
        error={problems['location'] ?? problems['location.city']}
        onChange={setPlace}
        onHere={() => void refreshProfile()}
      />
      <Next busy={busy} />
    </form>
  )
}

export function PhotosStep({ user, busy, onSave }: StepProps) {
  return (
    <div className="grid gap-6">
      <PicturesEditor />
      <Button size="lg" block busy={busy} onClick={() => onSave({})}>
        {user.pictures.length > 0 ? <Trans>Next</Trans> : <Trans>Later</Trans>}
      </Button>
    </div>
  )
}

export function WordsStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const [bio, setBio] = useState(user.bio ?? '')
  const [interests, setInterests] = useState(user.interests.join(', '))
  const question = t`A perfect Sunday`
  const [answer, setAnswer] = useState(user.prompts.find((prompt) => prompt.question === question)?.answer ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const others = user.prompts.filter((prompt) => prompt.question !== question)
    onSave({
      bio: bio.trim() || null,
      interests: listIn(interests),
      prompts: answer.trim() ? [{ question, answer }, ...others].slice(0, 3) : others,
    })
  }
  const interestProblem = Object.entries(problems).find(([path]) => path.startsWith('interests'))?.[1]
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <TextArea
        label={t`About you`}
        optional={t`(optional)`}
        rows={4}
        maxLength={1000}
        value={bio}
        error={problems['bio']}
        onChange={({ target }) => setBio(target.value)}
      />
      <TextField
        label={t`Interests`}
        optional={t`(optional)`}
        hint={t`Up to 20, separated by commas.`}
        placeholder={t`choir, bread, hiking`}
        value={interests}
        error={interestProblem}
        onChange={({ target }) => setInterests(target.value)}
      />
      <TextArea
        label={question}
        optional={t`(optional)`}
        rows={2}
        maxLength={300}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <Button type="submit" size="lg" block busy={busy}>
        <Trans>Finish</Trans>
      </Button>
    </form>
  )
}
