import type { Intention } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ChipsField } from '../../ui/chips-field.tsx'
import { AnswerTile, tilesClass } from '../../ui/choice-tile.tsx'
import { Step } from '../../ui/step-frame.tsx'
import { MAX_CHIPS, useInterestChips } from '../people/suggestions.ts'
import { useWords } from '../people/words.ts'
import { PhotosEditor } from '../profile/photos-editor.tsx'
import { Next, type StepProps } from './step-props.tsx'

export function PhotosStep({ user, heading, notes, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const hasPhoto = user.pictures.length > 0
  return (
    <Step
      {...heading}
      foot={
        <>
          <Button size="lg" block busy={busy} onClick={() => (hasPhoto ? onSave({}) : chooser.current?.click())}>
            {hasPhoto ? t`Next` : t`Add a photo`}
          </Button>
          {!hasPhoto && <Button tone="ghost" disabled={busy} onClick={() => onSave({})}>{t`Later`}</Button>}
        </>
      }
    >
      {notes}
      <PhotosEditor chooser={chooser} />
    </Step>
  )
}

/** One press answers. Not to say is an answer, too. */
export function IntentionStep({ user, heading, notes, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const words = useWords()
  const tile = (value: Intention | null, label: string) => (
    <AnswerTile
      key={label}
      label={label}
      disabled={busy}
      isCurrent={value !== null && user.intention === value}
      onClick={() => onSave({ intention: value })}
    />
  )
  return (
    <Step {...heading}>
      {notes}
      <div className={tilesClass} role="group" aria-label={t`Looking for`}>
        {Object.entries(words.intentions).map(([each, name]) => tile(each, name))}
        {tile(null, t`Prefer not to say`)}
      </div>
    </Step>
  )
}

export function InterestsStep({ user, heading, notes, problems, busy, onPreview, onSave }: StepProps) {
  const { t } = useLingui()
  const chips = useInterestChips()
  const { value, change } = useFormDraft('onboarding.interests', { interests: user.interests })
  return (
    <Step
      {...heading}
      onSubmit={(event) => {
        event.preventDefault()
        onSave(value)
      }}
      foot={<Next busy={busy} />}
    >
      {notes}
      <ChipsField
        label={t`Interests`}
        optional={t`(optional)`}
        hint={t`Up to 20. Press Enter after each, or choose from these.`}
        initial={value.interests}
        {...chips}
        max={MAX_CHIPS}
        error={Object.entries(problems).find(([path]) => path.startsWith('interests'))?.[1]}
        onChange={(interests) => {
          change({ interests })
          onPreview({ interests })
        }}
      />
    </Step>
  )
}
