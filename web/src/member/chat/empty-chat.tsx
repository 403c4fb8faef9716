import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { chipClass } from '../../ui/pieces.tsx'
import { useOpeners, useShared } from '../people/openers.ts'
import { OpenersList } from '../people/openers-list.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

export default function EmptyChat({ user, onPick }: { user: Match['user']; onPick: (text: string) => void }) {
  const { t } = useLingui()
  const shared = useShared(user)
  const openers = useOpeners(user, shared)
  const words = useSuggestedWords()
  const [prompt] = user.prompts
  return (
    <section className="mx-auto my-auto grid w-full max-w-md gap-5 py-4" aria-label={t`Ways to begin`}>
      {prompt && (
        <figure className="grid gap-1.5 rounded-xl bg-sunken p-5">
          <figcaption className="text-small font-medium text-muted" dir="auto">
            {words.prompt(prompt.question)}
          </figcaption>
          <blockquote
            className="m-0 text-start font-display text-lead/7 font-[480] tracking-[-0.01em] wrap-anywhere"
            dir="auto"
          >
            {prompt.answer}
          </blockquote>
        </figure>
      )}
      {shared.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-small! font-medium! text-muted">{t`You both like`}</h3>
          <ul className="flex flex-wrap gap-2">
            {shared.map((each) => (
              <li key={each} className={chipClass('shared')}>
                <Check size={16} />
                <bdi>{words.interests.wordOf(each)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <OpenersList openers={openers} onPick={onPick} />
    </section>
  )
}
