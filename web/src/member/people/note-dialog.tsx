import type { Person } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { photoClass } from '../../ui/classes.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { loadRule } from '../chat/before-sending.ts'
import { isTooLong, TextLength } from '../chat/text-length.tsx'
import { useAskFirst } from '../chat/use-ask-first.tsx'
import type { LikeDetails, Likeable } from './liking.tsx'
import { Photo } from './photo.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

type Props = {
  person: Person
  /** A part of the profile, or the whole profile, for which a note is required. */
  about: Likeable | 'profile'
  onClose: () => void
  onSend: (details: LikeDetails) => void
}

const LONGEST_NOTE = 140

function detailsOf(about: Likeable | 'profile', note: string): LikeDetails {
  const words = note.trim() ? { note: note.trim() } : {}
  if (about === 'profile') return words
  return about.kind === 'prompt'
    ? { ...words, noteOn: about.prompt.question }
    : { ...words, noteOnPhoto: about.photo.publicId }
}

export function NoteDialog({ person: { _id: id, firstName }, about, onClose, onSend }: Props) {
  const { t } = useLingui()
  const entered = useFormDraft(`like.${id}`, { note: '' })
  const { note } = entered.value
  const lengthId = useId()
  const { ask, question } = useAskFirst(id, firstName)
  const isWhole = about === 'profile'
  const title = isWhole
    ? t`Like ${firstName} with a note`
    : about.kind === 'prompt'
      ? t`Like ${firstName}’s answer`
      : t`Like ${firstName}’s photo`
  return (
    <Dialog
      onClose={onClose}
      title={title}
      go={t`Send like`}
      disabled={(isWhole && note.trim() === '') || isTooLong(note, LONGEST_NOTE)}
      onGo={() =>
        void ask(note, () => {
          entered.forget()
          onSend(detailsOf(about, note))
        })
      }
    >
      {!isWhole && <Shown about={about} />}
      <TextArea
        label={t`Your note`}
        {...(isWhole ? {} : { optional: t`(optional)` })}
        rows={3}
        aria-invalid={isTooLong(note, LONGEST_NOTE) || undefined}
        hint={t`They’ll see it once you match, or right away if they can see who likes them.`}
        value={note}
        onChange={({ target }) => {
          entered.change({ note: target.value })
          void loadRule()
        }}
      />
      <TextLength id={lengthId} text={note} most={LONGEST_NOTE} className="" />
      {question}
    </Dialog>
  )
}

function Shown({ about }: { about: Likeable }) {
  const words = useSuggestedWords()
  return about.kind === 'prompt' ? (
    <figure className="grid gap-1 rounded-lg bg-sunken p-4 wrap-anywhere">
      <figcaption className="text-small text-muted" dir="auto">
        {words.prompt(about.prompt.question)}
      </figcaption>
      <blockquote className="m-0 text-start font-display text-lead/7 font-[480]" dir="auto">
        {about.prompt.answer}
      </blockquote>
    </figure>
  ) : (
    <div className={`${photoClass} mx-auto h-40 w-32`}>
      <Photo picture={about.photo} sizes="8rem" eager />
    </div>
  )
}
