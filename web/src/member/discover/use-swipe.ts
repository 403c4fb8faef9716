import type { CardAction } from '@kindred/contract/matching/choices'
import { useRef, type PointerEvent } from 'react'
import { ahead, inlineStart } from '../../ui/direction.ts'
import { type Move, pulledTo, pullOf, recent, type Sample, swipeResult, velocityOf } from './swipe.ts'

/** `isMoving` is true once the gesture is clearly a swipe rather than a scroll. */
type Held = { id: number; x: number; y: number; isMoving: boolean; samples: Sample[] }

const MIN_MOVE = 8

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Moves the parts of a card as one: they rotate around the same point on the screen. */
function moveTogether(parts: readonly HTMLElement[], { ahead: along, up }: Move): void {
  const aside = ahead() * along
  for (const part of parts) part.style.transform = `translate(${aside}px, ${-up}px) rotate(${aside / 40}deg)`
}

/** Shows the pull on the stamps and buttons of the card. */
function showPull(article: HTMLElement | null, move: Move): void {
  const { action } = pulledTo(move)
  for (const each of article?.querySelectorAll<HTMLElement>('[data-pull]') ?? [])
    each.style.setProperty('--pull', `${each.dataset['pull'] === action ? pullOf(move) : 0}`)
}

function slideBack(parts: readonly HTMLElement[]): void {
  for (const part of parts) {
    const from = part.style.transform
    part.style.transform = ''
    if (from && !isStill())
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

type Options = {
  /** True if the card only moves to the sides, because there are no super likes. */
  sideways?: boolean
}

/**
 * The whole card follows the finger. Released far enough out or fast enough, it leaves on that side. A vertical move
 * scrolls the profile, so a swipe up starts to a side, or on the super like button.
 */
export function useSwipe(
  partsOf: () => readonly HTMLElement[],
  choose: (action: CardAction) => void,
  { sideways = false }: Options = {},
) {
  const held = useRef<Held | null>(null)
  const isHeld = ({ pointerId }: PointerEvent) => held.current?.id === pointerId
  const article = () => partsOf()[0]?.closest('article') ?? null
  const moveOf = (from: Held, { clientX, clientY }: PointerEvent): Move => ({
    ahead: ahead() * (clientX - from.x),
    up: sideways ? 0 : from.y - clientY,
  })
  const goBack = () => {
    held.current = null
    slideBack(partsOf())
    showPull(article(), { ahead: 0, up: 0 })
  }
  const handlers = (canStart: (move: Move) => boolean) => ({
    onPointerDown: ({ pointerType, pointerId, clientX, clientY, timeStamp, target }: PointerEvent) => {
      if (pointerType === 'mouse' || held.current) return
      // A finger on the waveform of a voice answer seeks in it.
      if (target instanceof HTMLInputElement) return
      const samples = [{ ahead: 0, up: 0, at: timeStamp }]
      held.current = { id: pointerId, x: clientX, y: clientY, isMoving: false, samples }
      shareOrigin(partsOf())
    },
    onPointerMove: (event: PointerEvent) => {
      const from = held.current
      if (!from || !isHeld(event)) return
      const move = moveOf(from, event)
      from.samples = [...recent(from.samples, event.timeStamp), { ...move, at: event.timeStamp }]
      from.isMoving ||= canStart(move)
      if (!from.isMoving) return
      moveTogether(partsOf(), move)
      showPull(article(), move)
    },
    onPointerCancel: (event: PointerEvent) => isHeld(event) && goBack(),
    onPointerUp: (event: PointerEvent) => {
      const from = held.current
      if (!from || !isHeld(event)) return
      const velocity = velocityOf(recent(from.samples, event.timeStamp))
      const result = from.isMoving && swipeResult(moveOf(from, event), velocity)
      if (!result) return goBack()
      held.current = null
      choose(result)
    },
  })
  const isAside = ({ ahead: along, up }: Move) => Math.abs(along) > MIN_MOVE && Math.abs(along) > Math.abs(up)
  return {
    card: { style: { touchAction: 'pan-y' as const }, ...handlers(isAside) },
    star: handlers(({ up }) => up > MIN_MOVE),
  }
}

/** Each card flies toward the button of its action, and one that is set aside sinks. */
const flights: Record<CardAction, (ahead: 1 | -1) => string> = {
  pass: (ahead) => `translateX(${ahead * -120}vw) rotate(${ahead * -8}deg)`,
  like: (ahead) => `translateX(${ahead * 120}vw) rotate(${ahead * 8}deg)`,
  superlike: () => 'translateY(-120vh)',
  later: () => 'translateY(40vh) scale(0.6)',
}

/** Animates copies of a card's parts from the point of release, so that the next card appears immediately. */
export function flyAway(parts: readonly HTMLElement[], action: CardAction): void {
  const main = document.querySelector('main')
  if (!main || isStill()) return
  // Clips the copies, so that they don't cross the navigation beside the page.
  const { left, right } = main.getBoundingClientRect()
  const stage = document.createElement('div')
  stage.inert = true
  stage.ariaHidden = 'true'
  stage.className = 'pointer-events-none fixed z-3 overflow-clip'
  stage.style.inset = `0 ${document.documentElement.clientWidth - right}px 0 ${left}px`
  document.body.append(stage)
  const flights = parts.map((part) => flyPart(stage, part, action).finished)
  void Promise.allSettled(flights).then(() => stage.remove())
}

function flyPart(stage: HTMLElement, part: HTMLElement, action: CardAction): Animation {
  const { transform: from, transformOrigin } = part.style
  part.style.transform = ''
  const box = part.getBoundingClientRect()
  const { top, width, height } = box
  const copy = document.createElement('div')
  copy.append(part.cloneNode(true))
  copy.className = 'absolute'
  Object.assign(copy.style, {
    insetInlineStart: `${inlineStart(box) - inlineStart(stage.getBoundingClientRect())}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    transformOrigin,
  })
  // Photos are decoded with the first frame, so that the copy never lacks its photo.
  for (const picture of copy.querySelectorAll('img')) picture.decoding = 'sync'
  stage.append(copy)
  return copy.animate([{ transform: from || 'none' }, { transform: flights[action](ahead()), opacity: 0 }], {
    duration: 320,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
}
