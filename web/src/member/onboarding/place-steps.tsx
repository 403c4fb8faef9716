import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Next, type StepProps } from './about-steps.tsx'
import { listIn } from './steps.ts'

export function PlaceStep({ user, problems, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const [city, setCity] = useState(user.location.city ?? '')
  const [country, setCountry] = useState(user.location.country ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ location: { city: city.trim() || null, country: country.trim() || null } })
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t`City`}
        required
        maxLength={80}
        autoComplete="address-level2"
        value={city}
        error={problems['location'] ?? problems['location.city']}
        onChange={({ target }) => setCity(target.value)}
      />
      <TextField
        label={t`Country`}
        maxLength={80}
        autoComplete="country-name"
        value={country}
        error={problems['location.country']}
        onChange={({ target }) => setCountry(target.value)}
      />
      <Next busy={busy} />
    </form>
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
        hint={t`Up to twenty, with commas between them.`}
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
