import type { Picture, Prompt } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

export type Likeable = { kind: 'prompt'; prompt: Prompt } | { kind: 'photo'; photo: Picture }
export type OnLike = (about: Likeable) => void

export type LikeDetails = { note?: string; noteOn?: string; noteOnPhoto?: string }

/** A heart beside one item. It opens a dialog first, so it looks different from the button that likes immediately. */
export function LikeThis({ about, onLike, place }: { about: Likeable; onLike: OnLike; place: string }) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  const name =
    about.kind === 'photo' ? t`Like this photo` : t`Like the answer to “${words.prompt(about.prompt.question)}”`
  return (
    <button
      type="button"
      className={
        'grid size-11 flex-none place-items-center rounded-full border-0 bg-surface p-0 text-accent-text shadow-sm ' +
        `hover:bg-sunken ${place}`
      }
      aria-label={name}
      title={name}
      onClick={() => onLike(about)}
    >
      <Heart size={20} />
    </button>
  )
}
