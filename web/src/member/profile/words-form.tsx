import { oneOf } from '../../api/params.ts'
import type { ProfileChange } from '@kindred/contract/profiles/profile'
import { intentions, type Basics, type OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { setSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { MOST_CHIPS, useInterestChips, useLanguageChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { useAction } from '../use-action.ts'
import { partId } from './completeness.ts'
import { moveFrom, PlaceField, type Place } from './place-field.tsx'
import { BasicsFields } from './basics-fields.tsx'
import { PromptsFields } from './prompts-fields.tsx'

type Change = Partial<ProfileChange>

const focusFirstProblem = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()

/** The changes that are being made, and the result of saving them. */
function useWordsForm(before: OwnUser, done: string) {
  const action = useAction()
  const [change, setChange] = useState<Change>({})
  const [place, setPlace] = useState<Place | null>(before.location)
  const [isRefused, setRefused] = useState(false)
  const say = (change: Change) => setChange((before) => ({ ...before, ...change }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefused(place === null)
    const form = event.currentTarget
    if (place === null) return void requestAnimationFrame(() => focusFirstProblem(form))
    void action.run(async () => {
      const body = { ...change, ...moveFrom(before.location, place) }
      const { user } = (await members.editProfile({ body })).update
      const requiresProfileCompletion = !user.profileComplete
      setSession({ user, requiresProfileCompletion, onboardingComplete: !requiresProfileCompletion })
      setChange({})
      toast({ text: done })
    })
  }
  const problem = (path: string) =>
    Object.entries(action.problems).find(([each]) => each === path || each.startsWith(`${path}.`))?.[1]
  const noPlace = isRefused && place === null
  return { action, change, say, submit, problem, noPlace, setPlace }
}

/** What members say about themselves in words and choices. */
export function WordsForm({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const form = useWordsForm(user, t`Saved.`)
  const { action, change, say, submit, problem, noPlace, setPlace } = form
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
      <div id={partId('bio')}>
        <TextArea
          label={t`Bio`}
          rows={4}
          maxLength={1000}
          value={change.bio ?? user.bio ?? ''}
          error={problem('bio')}
          onChange={({ target }) => say({ bio: target.value })}
        />
      </div>
      <div id={partId('prompts')}>
        <PromptsFields prompts={change.prompts ?? user.prompts} onChange={(prompts) => say({ prompts })} />
      </div>
      <Lists user={user} say={say} problem={problem} />
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        error={noPlace ? t`Choose your city from the list, or use your location.` : problem('location')}
        onChange={setPlace}
        onHere={() => void refreshProfile()}
      />
      <BasicsFields basics={basics} problem={problem} onChange={basic}>
        <div id={partId('intention')}>
          <IntentionField
            value={change.intention === undefined ? user.intention : change.intention}
            onChange={(intention) => say({ intention })}
          />
        </div>
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

type ListsProps = { user: OwnUser } & Pick<ReturnType<typeof useWordsForm>, 'say' | 'problem'>

function Lists({ user, say, problem }: ListsProps) {
  const { t } = useLingui()
  const [interests, languages] = [useInterestChips(), useLanguageChips()]
  return (
    <>
      <div id={partId('interests')}>
        <ChipsField
          label={t`Interests`}
          hint={t`Up to 20. Press Enter after each, or choose from these.`}
          initial={user.interests}
          {...interests}
          most={MOST_CHIPS}
          error={problem('interests')}
          onChange={(next) => say({ interests: next })}
        />
      </div>
      <ChipsField
        label={t`Languages`}
        hint={t`Press Enter after each, or choose from these.`}
        initial={user.languages}
        {...languages}
        most={MOST_CHIPS}
        error={problem('languages')}
        onChange={(next) => say({ languages: next })}
      />
    </>
  )
}
