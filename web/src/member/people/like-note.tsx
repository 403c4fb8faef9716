import type { LikeNote } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

type Props = {
  like: LikeNote
  /** False if the viewer sent the like. */
  received: boolean
  name: string
  /** Says who wrote the note, where both people’s words may stand. */
  isOfBoth?: boolean
}

export function LikeNoteText({ like: { note, noteOn, noteOnPhoto }, received, name, isOfBoth = false }: Props) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  const question = noteOn && words.prompt(noteOn)
  const about = question
    ? received
      ? t`Liked your answer to “${question}”`
      : t`You liked ${name}’s answer to “${question}”`
    : noteOnPhoto
      ? received
        ? t`Liked your photo`
        : t`You liked ${name}’s photo`
      : null
  if (!about && !note) return null
  return (
    <div className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-small wrap-anywhere">
      {about && (
        <p className="text-ink-2">
          <Heart className="me-1.5 inline align-[-0.125em] text-accent-text" size={14} />
          {about}
        </p>
      )}
      {note && isOfBoth && <p className="text-caption text-muted">{received ? t`${name}’s note` : t`Your note`}</p>}
      {note && (
        <p className="text-start" dir="auto">
          <q>{note}</q>
        </p>
      )}
    </div>
  )
}
