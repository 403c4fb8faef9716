import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, Star, X } from 'lucide-react'
import { ActButton } from '../../ui/act-button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { footOfPhoneClass } from '../people/classes.ts'
import type { Choosing } from './use-choice.ts'

/** The choices of the deck, without what belongs to a deck: keys and undo. */
export function Decide({ name, choose, busy, text }: Choosing & { name: string }) {
  const { t } = useLingui()
  return (
    <div className={`grid gap-3 ${footOfPhoneClass}`}>
      <ErrorNote>{text}</ErrorNote>
      <div
        className="grid grid-cols-3 gap-3 phone:flex phone:justify-center phone:gap-8 phone:py-2"
        role="group"
        aria-label={t`What do you think of ${name}?`}
      >
        <ActButton icon={<X aria-hidden="true" />} disabled={busy} onClick={() => choose('pass')}>
          <Trans>Pass</Trans>
        </ActButton>
        <ActButton kind="super" icon={<Star aria-hidden="true" />} disabled={busy} onClick={() => choose('superlike')}>
          <Trans>Super like</Trans>
        </ActButton>
        <ActButton kind="like" icon={<Heart aria-hidden="true" />} disabled={busy} onClick={() => choose('like')}>
          <Trans>Like</Trans>
        </ActButton>
      </div>
    </div>
  )
}
