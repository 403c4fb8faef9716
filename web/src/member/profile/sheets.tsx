import type { Basics, OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useIsOnePlace } from '../../api/house.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { ChipsField } from '../../ui/chips-field.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ToggleOne } from '../../ui/toggle-group.tsx'
import { MAX_CHIPS, useInterestChips, useLanguageChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { BasicsFields, useAskedBasics } from './basics-fields.tsx'
import { moveFrom, PlaceField, type Place } from './place-field.tsx'
import { PromptsFields } from './prompts-fields.tsx'
import { Sheet, type SheetProps, useSheet } from './sheet.tsx'

export function BioSheet({ user, onClose }: SheetProps) {
  const { t } = useLingui()
  const entered = useFormDraft('profile.bio', { bio: user.bio ?? '' })
  const state = useSheet({ drafts: [entered], body: entered.changes, onClose })
  return (
    <Sheet title={t`Bio`} state={state}>
      <TextArea
        label={t`A few lines about you`}
        rows={6}
        maxLength={1000}
        value={entered.value.bio}
        error={state.problem('bio')}
        onChange={({ target }) => entered.change({ bio: target.value })}
      />
    </Sheet>
  )
}

export function PromptsSheet({ user, onClose }: SheetProps) {
  const { t } = useLingui()
  const saved = { prompts: user.prompts }
  const entered = useFormDraft('profile.prompts', saved, { prompts: [{ question: '', answer: '' }] })
  const { prompts } = entered.value
  const answered = prompts.filter(({ answer }) => answer.trim() !== '')
  const state = useSheet({ drafts: [entered], body: { prompts: answered }, onClose })
  return (
    <Sheet title={t`Prompts`} lead={t`People can like an answer, and send a note about it.`} state={state}>
      <PromptsFields prompts={prompts} onChange={(to) => entered.change({ prompts: to })} />
    </Sheet>
  )
}

export function InterestsSheet({ user, onClose }: SheetProps) {
  const { t } = useLingui()
  const entered = useFormDraft('profile.interests', { interests: user.interests }, { interests: [''] })
  const state = useSheet({ drafts: [entered], body: entered.changes, onClose })
  return (
    <Sheet title={t`Interests`} state={state}>
      <ChipsField
        key={entered.turn}
        label={t`Interests`}
        hint={t`Up to 20. Press Enter after each, or choose from these.`}
        initial={entered.value.interests}
        {...useInterestChips()}
        max={MAX_CHIPS}
        error={state.problem('interests')}
        onChange={(interests) => entered.change({ interests })}
      />
    </Sheet>
  )
}

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

/** The fields of the sheet, in three drafts. `city` is the text in its field if it differs from the saved one. */
function useBasics({ firstName, languages, intention, basics }: OwnUser) {
  const saved = { firstName, languages, intention }
  const words = useFormDraft('profile.about', saved, { ...saved, languages: [''], intention: null })
  const city = useFormDraft<{ city: string | null }>('profile.city', { city: null })
  const more = useFormDraft('profile.basics', basics, unanswered)
  return { words, city, more }
}

export function BasicsSheet({ user, onClose }: SheetProps) {
  const { t } = useLingui()
  const { words, city, more } = useBasics(user)
  const isOnePlace = useIsOnePlace()
  const [place, setPlace] = useState<Place | null>(user.location)
  const asked = useAskedBasics(more.value)
  const state = useSheet({
    drafts: [words, city, more],
    body: {
      ...words.changes,
      ...(more.isChanged ? { basics: Object.fromEntries(asked.map(([key]) => [key, more.value[key]])) } : {}),
      ...moveFrom(user.location, place),
    },
    invalid: place === null,
    onClose,
  })
  return (
    <Sheet title={t`Basics`} state={state}>
      <TextField
        label={t`First name`}
        required
        maxLength={50}
        value={words.value.firstName}
        error={state.problem('firstName')}
        onChange={({ target }) => words.change({ firstName: target.value })}
      />
      {!isOnePlace && (
        <PlaceField
          key={`${user.location.city} ${user.location.country}`}
          place={user.location}
          typed={city.value.city}
          onTyped={(text) => city.change({ city: text })}
          error={state.isRefused ? t`Choose your city from the list, or use your location.` : state.problem('location')}
          onChange={setPlace}
          // A device on a trip isn't at home.
          {...(!user.trip && {
            onHere: () => {
              city.change({ city: null })
              void refreshProfile()
            },
          })}
        />
      )}
      <BasicsFields basics={more.value} problem={state.problem} onChange={more.change}>
        <IntentionField value={words.value.intention} onChange={(intention) => words.change({ intention })} />
      </BasicsFields>
      <ChipsField
        key={words.turn}
        label={t`Languages`}
        hint={t`Press Enter after each, or choose from these.`}
        initial={words.value.languages}
        {...useLanguageChips()}
        max={MAX_CHIPS}
        error={state.problem('languages')}
        onChange={(languages) => words.change({ languages })}
      />
    </Sheet>
  )
}

type IntentionProps = { value: OwnUser['intention']; onChange: (value: OwnUser['intention']) => void }

function IntentionField({ value, onChange }: IntentionProps) {
  const { t } = useLingui()
  const words = useWords()
  return (
    <div className="sm:col-span-2">
      <ToggleOne
        legend={t`Looking for`}
        // A member keeps an intention that is no longer offered.
        all={value === null ? words.intentions : { ...words.intentions, [value]: words.intention(value) ?? value }}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
