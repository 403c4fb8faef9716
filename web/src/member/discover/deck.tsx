import type { Action } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { About } from '../people/about.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { Photos } from '../people/photos.tsx'
import { useLikeWithNote } from '../people/use-like-with-note.tsx'
import { Why } from '../people/why.tsx'
import { closenessOf } from './announcement.tsx'
import { Dock } from './dock.tsx'
import { flyAway } from './fly-away.ts'
import { NextPeek } from './next-peek.tsx'
import { useSwipe } from './use-swipe.ts'
import { linkClass } from '../../ui/classes.ts'
import { mediaClass, personClass } from '../people/classes.ts'

type Props = {
  card: Card
  /** Whether the card follows another, from which the member expects to go on. */
  takesFocus: boolean
  next: Card | undefined
  onChoose: (userId: string, action: Action, details?: LikeDetails) => void
  onUndo: () => void
}

/** One person at a time: photo first, what you share beside it, and the choice within reach. */
export function Deck({ card, next, takesFocus, onChoose, onUndo }: Props) {
  const { user, interval, reasons, boosted } = card
  const front = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const parts = () => [front.current, words.current].filter((part) => part !== null)
  const choose = (action: Action, details?: LikeDetails) => {
    flyAway(parts(), action)
    onChoose(user._id, action, details)
  }
  const noted = useLikeWithNote(user, (details) => choose('like', details))
  const swipe = useSwipe(parts, choose)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo({ top: 0 })
    article.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const person = { ...user, ...closenessOf(card) }
  return (
    <article ref={article} tabIndex={-1} className={`${personClass} outline-none`} aria-label={user.firstName}>
      <div className={mediaClass}>
        <div className="relative phone:mt-2 short:mt-0">
          <NextPeek next={next} />
          <div ref={front} className="relative" {...swipe}>
            <Photos pictures={user.pictures} name={user.firstName} onLike={noted.like} />
          </div>
        </div>
        <Dock name={user.firstName} onChoose={choose} onUndo={onUndo} />
      </div>
      <About
        person={person}
        interval={interval}
        reasons={reasons}
        boosted={boosted}
        links={<Links id={user._id} boosted={boosted} onNote={() => noted.like('profile')} />}
        onLike={noted.like}
        frame={{ ref: words, ...swipe }}
      />
      {noted.dialog}
    </article>
  )
}

const Links = ({ id, boosted, onNote }: { id: string; boosted: boolean; onNote: () => void }) => (
  <div className="text-small text-muted flex flex-wrap gap-4">
    <Link {...toPerson(id)}>
      <Trans>View profile</Trans>
    </Link>
    <button type="button" className={linkClass} onClick={onNote}>
      <Trans>Like with a note</Trans>
    </button>
    <Why id={id} boosted={boosted} />
    <Link {...toPerson(id)} hash="safety">
      <Trans>Report or block</Trans>
    </Link>
  </div>
)
