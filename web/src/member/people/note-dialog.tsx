import type { Person } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { photoClass } from '../../ui/classes.ts'
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

function detailsOf(about: Likeable | 'profile', note: string): LikeDetails {
  const words = note.trim() ? { note: note.trim() } : {}
  if (about === 'profile') return words
  return about.kind === 'prompt'
    ? { ...words, noteOn: about.prompt.question }
    : { ...words, noteOnPhoto: about.photo.publicId }
}

export function NoteDialog({ person: { firstName }, about, onClose, onSend }: Props) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
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
      disabled={isWhole && note.trim() === ''}
      onGo={() => onSend(detailsOf(about, note))}
    >
      {!isWhole && <Shown about={about} />}
      <TextArea
        label={t`Your note`}
        {...(isWhole ? {} : { optional: t`(optional)` })}
        rows={3}
        maxLength={140}
        hint={t`They’ll see it once you match, or right away if they can see who likes them.`}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
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
