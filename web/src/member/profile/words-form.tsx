import { oneOf } from '../../api/params.ts'
import { intentions, type Basics, type OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { members } from '../../api/member-client.ts'
import { refreshProfile } from '../../session/actions.ts'
import { setSession } from '../../session/store.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { MAX_CHIPS, useInterestChips, useLanguageChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { useAction } from '../use-action.ts'
import { partId } from './completeness.ts'
import { moveFrom, PlaceField, type Place } from './place-field.tsx'
import { BasicsFields } from './basics-fields.tsx'
import { PromptsFields } from './prompts-fields.tsx'

const focusFirstProblem = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()

/** Models for fields whose saved value may be empty and so doesn't show its type. */
const models = { prompts: [{ question: '', answer: '' }], interests: [''], languages: [''] }
const unanswered: Basics = {
  height: null,
  children: null,
  smoking: null,
  drinking: null,
  diet: null,
  religion: null,
  education: null,
  work: null,
}

/** The profile with unsaved changes. `city` is the text in its field if it differs from the saved one. */
function useEntered({ firstName, bio, prompts, interests, languages, intention, basics }: OwnUser) {
  const saved = { firstName, bio: bio ?? '', prompts, interests, languages, intention }
  const words = useFormDraft('profile', saved, { ...saved, ...models, intention: null })
  const place = useFormDraft<{ city: string | null }>('profile.city', { city: null })
  const more = useFormDraft('profile.basics', basics, unanswered)
  const all = [words, more, place]
  return {
    ...words,
    city: place.value.city,
    changeCity: (city: string | null) => place.change({ city }),
    basics: more.value,
    changeBasics: more.change,
    body: { ...words.changes, ...(more.isChanged ? { basics: more.value } : {}) },
    isFromBefore: all.some(({ isFromBefore }) => isFromBefore),
    forget: () => all.forEach(({ forget }) => forget()),
    discard: () => all.forEach(({ discard }) => discard()),
  }
}

function useWordsForm(before: OwnUser, done: string) {
  const action = useAction()
  const entered = useEntered(before)
  const [place, setPlace] = useState<Place | null>(before.location)
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRefused(place === null)
    const form = event.currentTarget
    if (place === null) return void requestAnimationFrame(() => focusFirstProblem(form))
    void action.run(async () => {
      const body = { ...entered.body, ...moveFrom(before.location, place) }
      const { user } = (await members.editProfile({ body })).update
      const requiresProfileCompletion = !user.profileComplete
      setSession({ user, requiresProfileCompletion, onboardingComplete: !requiresProfileCompletion })
      entered.forget()
      toast({ text: done })
    })
  }
  const problem = (path: string) =>
    Object.entries(action.problems).find(([each]) => each === path || each.startsWith(`${path}.`))?.[1]
  const noPlace = isRefused && place === null
  return { action, entered, submit, problem, noPlace, setPlace }
}

export function WordsForm({ user }: { user: OwnUser }) {
  const { t } = useLingui()
  const { action, entered, submit, problem, noPlace, setPlace } = useWordsForm(user, t`Saved.`)
  const { value, change, turn } = entered
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Unsaved of={entered} />
      {action.text && Object.keys(action.problems).length === 0 && (
        <Note tone="danger" live>
          {action.text}
        </Note>
      )}
      <TextField
        label={t`First name`}
        required
        maxLength={50}
        value={value.firstName}
        error={problem('firstName')}
        onChange={({ target }) => change({ firstName: target.value })}
      />
      <div id={partId('bio')}>
        <TextArea
          label={t`Bio`}
          rows={4}
          maxLength={1000}
          value={value.bio}
          error={problem('bio')}
          onChange={({ target }) => change({ bio: target.value })}
        />
      </div>
      <div id={partId('prompts')}>
        <PromptsFields prompts={value.prompts} onChange={(prompts) => change({ prompts })} />
      </div>
      <Lists key={turn} {...value} change={change} problem={problem} />
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        typed={entered.city}
        onTyped={entered.changeCity}
        error={noPlace ? t`Choose your city from the list, or use your location.` : problem('location')}
        onChange={setPlace}
        onHere={() => {
          entered.changeCity(null)
          void refreshProfile()
        }}
      />
      <BasicsFields basics={entered.basics} problem={problem} onChange={entered.changeBasics}>
        <div id={partId('intention')}>
          <IntentionField value={value.intention} onChange={(intention) => change({ intention })} />
        </div>
      </BasicsFields>
      <Button type="submit" className="justify-self-start" busy={action.busy}>{t`Save`}</Button>
    </form>
  )
}

type Props = { value: OwnUser['intention']; onChange: (value: OwnUser['intention']) => void }

function IntentionField({ value, onChange }: Props) {
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

type ListsProps = Pick<OwnUser, 'interests' | 'languages'> & {
  change: (change: Partial<Pick<OwnUser, 'interests' | 'languages'>>) => void
  problem: (path: string) => string | undefined
}

function Lists({ change, problem, ...saved }: ListsProps) {
  const { t } = useLingui()
  const [interests, languages] = [useInterestChips(), useLanguageChips()]
  return (
    <>
      <div id={partId('interests')}>
        <ChipsField
          label={t`Interests`}
          hint={t`Up to 20. Press Enter after each, or choose from these.`}
          initial={saved.interests}
          {...interests}
          max={MAX_CHIPS}
          error={problem('interests')}
          onChange={(next) => change({ interests: next })}
        />
      </div>
      <ChipsField
        label={t`Languages`}
        hint={t`Press Enter after each, or choose from these.`}
        initial={saved.languages}
        {...languages}
        max={MAX_CHIPS}
        error={problem('languages')}
        onChange={(next) => change({ languages: next })}
      />
    </>
  )
}
