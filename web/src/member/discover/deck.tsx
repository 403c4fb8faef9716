import type { Action } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { Trans, useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { About } from '../people/about.tsx'
import { Photos } from '../people/photos.tsx'
import { useWords } from '../people/words.ts'
import { Dock } from './dock.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { linkClass } from '../../ui/classes.ts'
import { personClass } from '../people/classes.ts'

type Props = {
  card: Card
  /** Whether the card follows another, from which the member expects to go on. */
  takesFocus: boolean
  onChoose: (userId: string, action: Action, note?: { note: string; noteOn?: string }) => void
  onUndo: () => void
}

const FAR = 110
const LEAVES = 260

const leavingClass =
  'pointer-events-none opacity-0 transition-[translate,opacity] duration-(--dur-3) ease-(--move-in) ' +
  'motion-reduce:translate-none motion-reduce:rotate-none'
const leavesTo: Record<Action, string> = {
  pass: '-translate-x-3/5 -rotate-4',
  like: 'translate-x-3/5 rotate-4',
  superlike: '-translate-y-2/5',
}

/** One person at a time: photo first, what you share beside it, and the choice within reach. */
export function Deck({ card, takesFocus, onChoose, onUndo }: Props) {
  const { t } = useLingui()
  const { user, interval, reasons, boosted } = card
  const [leaving, setLeaving] = useState<Action>()
  const [noting, setNoting] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const choose = (action: Action, note?: { note: string; noteOn?: string }) => {
    if (leaving) return
    setLeaving(action)
    const words = {
      like: t`Liked ${user.firstName}.`,
      pass: t`Passed on ${user.firstName}.`,
      superlike: t`Super liked ${user.firstName}.`,
    }
    setAnnouncement(words[action])
    setTimeout(
      () => onChoose(user._id, action, note),
      matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : LEAVES,
    )
  }
  const swipe = useSwipe(choose)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    window.scrollTo({ top: 0 })
    article.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const person = { ...user, ...closenessOf(card) }
  return (
    <article ref={article} tabIndex={-1} className={`${personClass} outline-none`} aria-label={user.firstName}>
      <p className="sr-only" role="status">
        {announcement} <Summary card={card} />
      </p>
      <div className="grid gap-4">
        <div className={leaving ? `${leavingClass} ${leavesTo[leaving]}` : ''} {...swipe}>
          <Photos pictures={user.pictures} name={user.firstName} />
        </div>
        <Dock name={user.firstName} onChoose={choose} onUndo={onUndo} />
      </div>
      <About
        person={person}
        interval={interval}
        reasons={reasons}
        boosted={boosted}
        links={<Links id={user._id} onNote={() => setNoting(true)} />}
      />
      <NoteDialog
        person={user}
        open={noting}
        onClose={() => setNoting(false)}
        onSend={(note) => {
          setNoting(false)
          choose('like', note)
        }}
      />
    </article>
  )
}

const Links = ({ id, onNote }: { id: string; onNote: () => void }) => (
  <p className="text-small text-muted flex flex-wrap gap-4">
    <Link {...toPerson(id)}>
      <Trans>View profile</Trans>
    </Link>
    <button type="button" className={linkClass} onClick={onNote}>
      <Trans>Like with a note</Trans>
    </button>
    <Link {...toPerson(id)} hash="safety">
      <Trans>Report or block</Trans>
    </Link>
  </p>
)

export const closenessOf = ({ distance, distanceFormatted, compatibilityScore }: Card) => ({
  distance,
  distanceFormatted,
  compatibilityScore,
})

/** A summary of the card for screen readers. */
function Summary({ card }: { card: Card }) {
  const { t } = useLingui()
  const words = useWords()
  const { user, compatibilityScore, reasons } = card
  const place = words.place({ ...user, ...closenessOf(card) })
  return [
    [user.firstName, user.age].filter(Boolean).join(', '),
    place,
    compatibilityScore === null ? '' : t`compatibility ${compatibilityScore}`,
    reasons[0]?.text ?? '',
  ]
    .filter(Boolean)
    .join('. ')
}

/** A card follows the finger; let go far enough out, it leaves to that side. */
function useSwipe(choose: (action: Action) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const move = (element: HTMLElement, x: number, y: number) =>
    void (element.style.transform = x || y ? `translate(${x}px, ${Math.min(0, y)}px) rotate(${x / 40}deg)` : '')
  return {
    style: { touchAction: 'pan-y' as const },
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.pointerType !== 'mouse') start.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (start.current) move(event.currentTarget, event.clientX - start.current.x, 0)
    },
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => {
      start.current = null
      move(event.currentTarget, 0, 0)
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      const from = start.current
      start.current = null
      move(event.currentTarget, 0, 0)
      if (!from) return
      const aside = event.clientX - from.x
      if (Math.abs(aside) > FAR) choose(aside > 0 ? 'like' : 'pass')
    },
  }
}
