import type { Action } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, useEffect, useRef } from 'react'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { About } from '../people/about.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { Photos, photoSizes } from '../people/photos.tsx'
import { useLikeWithNote } from '../people/use-like-with-note.tsx'
import { Why } from '../people/why.tsx'
import { closenessOf } from './announcement.tsx'
import { Dock } from './dock.tsx'
import { linkClass } from '../../ui/classes.ts'
import { mediaClass, personClass } from '../people/classes.ts'
import { pictureIn } from '../../ui/picture.ts'
import { ahead, inlineStart } from '../../ui/direction.ts'
import { swipeResult, recent, type Sample, velocityOf } from './swipe.ts'

/** `isMoving` is true once the gesture is clearly a swipe rather than a scroll. */
type Held = { id: number; x: number; y: number; isMoving: boolean; samples: Sample[] }

const MIN_MOVE = 8

const isAside = (from: Held, x: number, y: number): boolean =>
  Math.abs(x - from.x) > MIN_MOVE && Math.abs(x - from.x) > Math.abs(y - from.y)

/** Moves the parts of a card as one: they rotate around the same point on the screen. */
function moveTogether(parts: readonly HTMLElement[], aside: number): void {
  for (const part of parts) part.style.transform = `translateX(${aside}px) rotate(${aside / 40}deg)`
}

function slideBack(parts: readonly HTMLElement[]): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const part of parts) {
    const from = part.style.transform
    part.style.transform = ''
    if (from && !isStill)
      part.animate([{ transform: from }, { transform: 'none' }], { duration: 200, easing: 'ease-out' })
  }
}

/** The shared center of rotation: the bottom center of the first part, relative to each part. */
function shareOrigin(parts: readonly HTMLElement[]): void {
  const boxes = parts.map((part) => part.getBoundingClientRect())
  const [first] = boxes
  if (!first) return
  for (const [at, part] of parts.entries()) {
    const { left, top } = boxes[at] ?? first
    part.style.transformOrigin = `${(first.left + first.right) / 2 - left}px ${first.bottom - top}px`
  }
}

/** The whole card follows the finger. Released far enough out or fast enough, it leaves on that side. */
function useSwipe(partsOf: () => readonly HTMLElement[], choose: (action: Action) => void) {
  const held = useRef<Held | null>(null)
  const isHeld = ({ pointerId }: PointerEvent) => held.current?.id === pointerId
  return {
    style: { touchAction: 'pan-y' as const },
    onPointerDown: ({ pointerType, pointerId, clientX, clientY, timeStamp, target }: PointerEvent) => {
      if (pointerType === 'mouse' || held.current) return
      // A finger on the waveform of a voice answer seeks in it.
      if (target instanceof HTMLInputElement) return
      const samples = [{ x: clientX, at: timeStamp }]
      held.current = { id: pointerId, x: clientX, y: clientY, isMoving: false, samples }
      shareOrigin(partsOf())
    },
    onPointerMove: (event: PointerEvent) => {
      const from = held.current
      if (!from || !isHeld(event)) return
      from.samples = [...recent(from.samples, event.timeStamp), { x: event.clientX, at: event.timeStamp }]
      from.isMoving ||= isAside(from, event.clientX, event.clientY)
      if (from.isMoving) moveTogether(partsOf(), event.clientX - from.x)
    },
    onPointerCancel: (event: PointerEvent) => {
      if (!isHeld(event)) return
      held.current = null
      slideBack(partsOf())
    },
    onPointerUp: (event: PointerEvent) => {
      const from = held.current
      if (!from || !isHeld(event)) return
      held.current = null
      const velocity = velocityOf(recent(from.samples, event.timeStamp))
      // A swipe toward a button has the same effect as the button.
      const result = swipeResult(ahead() * (event.clientX - from.x), ahead() * velocity)
      if (result && from.isMoving) choose(result)
      else slideBack(partsOf())
    },
  }
}

/** Each card flies toward the button of its action. */
const flights: Record<Action, (ahead: 1 | -1) => string> = {
  pass: (ahead) => `translateX(${ahead * -120}vw) rotate(${ahead * -8}deg)`,
  like: (ahead) => `translateX(${ahead * 120}vw) rotate(${ahead * 8}deg)`,
  superlike: () => 'translateY(-120vh)',
}

/** Animates copies of a card's parts from the point of release, so that the next card appears immediately. */
function flyAway(parts: readonly HTMLElement[], action: Action): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const part of parts) flyPart(part, action)
}

function flyPart(part: HTMLElement, action: Action): void {
  const { transform: from, transformOrigin } = part.style
  part.style.transform = ''
  const box = part.getBoundingClientRect()
  const { top, width, height } = box
  const copy = document.createElement('div')
  copy.append(part.cloneNode(true))
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.className = 'pointer-events-none fixed z-3'
  Object.assign(copy.style, {
    insetInlineStart: `${inlineStart(box)}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    transformOrigin,
  })
  // Photos are decoded with the first frame, so that the copy never lacks its photo.
  for (const picture of copy.querySelectorAll('img')) picture.decoding = 'sync'
  document.body.append(copy)
  const flight = copy.animate([{ transform: from || 'none' }, { transform: flights[action](ahead()), opacity: 0 }], {
    duration: 320,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
  flight.onfinish = flight.oncancel = () => copy.remove()
}

/** The edge of the next card, which grows as the current one moves. It isn't interactive. */
const NextPeek = ({ next }: { next: Card | undefined }) => {
  const [first] = next?.user.pictures ?? []
  if (!next) return null
  return (
    <div
      className="absolute inset-x-4 -top-2 bottom-2 overflow-hidden rounded-xl bg-sunken shadow-sm short:top-1"
      aria-hidden="true"
      data-peek
    >
      {first && (
        <img
          className="size-full object-cover object-[50%_30%] opacity-80"
          {...pictureIn(first.url, photoSizes)}
          alt=""
          draggable={false}
        />
      )}
    </div>
  )
}

type Props = {
  card: Card
  /** True if the card follows another one, so that the member can continue by keyboard. */
  takesFocus: boolean
  next: Card | undefined
  onChoose: (userId: string, action: Action, details?: LikeDetails) => void
  onUndo: () => void
}

/** Shows one person at a time: photo first, shared interests beside it, and the buttons within reach. */
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

const Links = ({ id, boosted, onNote }: { id: string; boosted: boolean; onNote: () => void }) => {
  const { t } = useLingui()
  return (
    <div className="text-small text-muted flex flex-wrap gap-4">
      <Link {...toPerson(id)}>{t`View profile`}</Link>
      <button type="button" className={linkClass} onClick={onNote}>{t`Like with a note`}</button>
      <Why id={id} boosted={boosted} />
      <Link {...toPerson(id)} hash="safety">{t`Report or block`}</Link>
    </div>
  )
}
