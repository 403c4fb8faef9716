import { oneOf } from '../../api/params.ts'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import { intentions, type Basics, type OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { listIn } from '../onboarding/steps.ts'
import { useWords } from '../people/words.ts'
import { useAction } from '../use-action.ts'
import { PlaceField } from './place-field.tsx'
import { BasicsFields } from './basics-fields.tsx'
import { PromptsFields } from './prompts-fields.tsx'

type Change = Partial<ProfileChange>

/** The changes that are being made, and the result of saving them. */
function useWordsForm(user: OwnUser, done: string) {
  const action = useAction()
  const [change, setChange] = useState<Change>({})
  const [interests, setInterests] = useState(user.interests.join(', '))
  const [languages, setLanguages] = useState(user.languages.join(', '))
  const say = (change: Change) => setChange((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const body = { ...change, interests: listIn(interests), languages: listIn(languages) }
      const { user } = (await members.editProfile({ body })).update
      const requiresProfileCompletion = !user.profileComplete
      setSession({ user, requiresProfileCompletion, onboardingComplete: !requiresProfileCompletion })
      setChange({})
      toast({ text: done })
    })
  }
  const problem = (path: string) =>
    Object.entries(action.problems).find(([each]) => each === path || each.startsWith(`${path}.`))?.[1]
  return { action, change, say, submit, problem, interests, setInterests, languages, setLanguages }
}

/** Everything that one says of oneself in words and choices. */
export function WordsForm({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const form = useWordsForm(user, t`Saved.`)
  const { action, change, say, submit, problem } = form
  const basics: Basics = change.basics ?? user.basics
  const basic = (change: Partial<Basics>) => say({ basics: { ...basics, ...change } })
  return (
    <form className="grid gap-5" onSubmit={submit}>
      {action.text && Object.keys(action.problems).length === 0 && (
        <Note tone="danger" live>
          {action.text}
        </Note>
      )}
      <TextField
        label={t`First name`}
        required
        maxLength={50}
        value={change.firstName ?? user.firstName}
        error={problem('firstName')}
        onChange={({ target }) => say({ firstName: target.value })}
      />
      <TextArea
        label={t`Bio`}
        rows={4}
        maxLength={1000}
        value={change.bio ?? user.bio ?? ''}
        error={problem('bio')}
        onChange={({ target }) => say({ bio: target.value })}
      />
      <PromptsFields prompts={change.prompts ?? user.prompts} onChange={(prompts) => say({ prompts })} />
      <Lists form={form} />
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        error={problem('location')}
        onChange={(location) => say({ location })}
        onHere={() => void refreshProfile()}
      />
      <BasicsFields basics={basics} problem={problem} onChange={basic}>
        <IntentionField
          value={change.intention === undefined ? user.intention : change.intention}
          onChange={(intention) => say({ intention })}
        />
      </BasicsFields>
      <Button type="submit" className="justify-self-start" busy={action.busy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

type Chosen = { value: OwnUser['intention']; onChange: (value: OwnUser['intention']) => void }

function IntentionField({ value, onChange }: Chosen) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <SelectField
      label={t`Looking for`}
      value={value ?? ''}
      onChange={({ target }) => onChange(oneOf(intentions, target.value) ?? null)}
    >
      <option value="">{t`Prefer not to say`}</option>
      {Object.entries(words.intentions).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function Lists({ form }: { form: ReturnType<typeof useWordsForm> }) {
  const { t } = useLingui()
  const { interests, setInterests, languages, setLanguages, problem } = form
  return (
    <>
      <TextField
        label={t`Interests`}
        hint={t`Up to 20, separated by commas.`}
        value={interests}
        error={problem('interests')}
        onChange={({ target }) => setInterests(target.value)}
      />
      <TextField
        label={t`Languages`}
        hint={t`Separated by commas.`}
        value={languages}
        error={problem('languages')}
        onChange={({ target }) => setLanguages(target.value)}
      />
    </>
  )
}
