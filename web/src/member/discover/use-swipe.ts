import type { Action } from '@kindred/contract/matching/choices'
import { type PointerEvent, useRef } from 'react'
import { ahead } from '../../ui/direction.ts'
import { choiceOf, recent, type Sample, velocityOf } from './swipe.ts'

/** `isMoving` once it is clear that the finger doesn't scroll the page. */
type Held = { id: number; x: number; y: number; isMoving: boolean; samples: Sample[] }

const LEAST = 8

const isAside = (from: Held, x: number, y: number): boolean =>
  Math.abs(x - from.x) > LEAST && Math.abs(x - from.x) > Math.abs(y - from.y)

/** Moves parts of a card as if they were one: they turn around the same point of the screen. */
function moveTogether(parts: readonly HTMLElement[], aside: number): void {
  for (const part of parts) part.style.transform = `translateX(${aside}px) rotate(${aside / 40}deg)`
}

/** Lets a card that was not decided slide back. */
function slideBack(parts: readonly HTMLElement[]): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  for (const part of parts) {
    const from = part.style.transform
    part.style.transform = ''
    if (from && !isStill)
      part.animate([{ transform: from }, { transform: 'none' }], { duration: 200, easing: 'ease-out' })
  }
}

/** The point around which they turn: the middle of the first part's foot, seen from each of them. */
function shareOrigin(parts: readonly HTMLElement[]): void {
  const boxes = parts.map((part) => part.getBoundingClientRect())
  const [first] = boxes
  if (!first) return
  for (const [at, part] of parts.entries()) {
    const { left, top } = boxes[at] ?? first
    part.style.transformOrigin = `${(first.left + first.right) / 2 - left}px ${first.bottom - top}px`
  }
}

/** The whole card follows the finger. Let go far enough out or fast enough, it leaves to that side. */
export function useSwipe(partsOf: () => readonly HTMLElement[], choose: (action: Action) => void) {
  const held = useRef<Held | null>(null)
  const isHeld = ({ pointerId }: PointerEvent) => held.current?.id === pointerId
  return {
    style: { touchAction: 'pan-y' as const },
    onPointerDown: ({ pointerType, pointerId, clientX, clientY, timeStamp, target }: PointerEvent) => {
      if (pointerType === 'mouse' || held.current) return
      // A finger on the waveform of a spoken answer moves within it.
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
      // Like and pass are where their buttons are.
      const choice = choiceOf(ahead() * (event.clientX - from.x), ahead() * velocity)
      if (choice && from.isMoving) choose(choice)
      else slideBack(partsOf())
    },
  }
}
