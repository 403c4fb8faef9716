import { type PointerEvent, useRef } from 'react'
import { ahead } from '../../ui/direction.ts'

const HOLD = 450
/** Movement of fewer pixels than this counts as holding still. */
const STILL = 10
const FAR = 56
const FARTHEST = 72

type Touch = { x: number; y: number; timer: ReturnType<typeof setTimeout> }
type Acts = { onHold: (pointerId: number) => void; onSwipe: () => void; onTap: (target: EventTarget) => void }

/** Handles touch on a message: a long press opens the actions, a swipe forward replies, and a tap shows the time. */
export function useTouch({ onHold, onSwipe, onTap }: Acts) {
  const touch = useRef<Touch>(undefined)
  /** True from a long press or swipe until the next touch, because browsers may take its end for a tap. */
  const isDone = useRef(false)
  const pull = (element: HTMLElement, far: number) =>
    element.style.setProperty('--pull', `${Math.max(0, Math.min(FARTHEST, far))}`)
  const end = (element: HTMLElement) => {
    clearTimeout(touch.current?.timer)
    touch.current = undefined
    pull(element, 0)
  }
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY, target }: PointerEvent<HTMLElement>) => {
      isDone.current = false
      // A link keeps the browser's own menu.
      if (pointerType === 'mouse' || !isPrimary || (target instanceof Element && target.closest('a'))) return
      const timer = setTimeout(() => {
        touch.current = undefined
        isDone.current = true
        // Before the user's first tap, browsers refuse to vibrate and log a warning.
        if ('vibrate' in navigator && 'userActivation' in navigator && navigator.userActivation.hasBeenActive)
          navigator.vibrate(10)
        onHold(pointerId)
      }, HOLD)
      touch.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!touch.current) return
      const [aside, down] = [ahead() * (clientX - touch.current.x), clientY - touch.current.y]
      if (Math.hypot(aside, down) > STILL) clearTimeout(touch.current.timer)
      pull(currentTarget, Math.abs(aside) > STILL ? aside : 0)
    },
    onPointerUp: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      const isFar = touch.current !== undefined && ahead() * (clientX - touch.current.x) >= FAR
      end(currentTarget)
      isDone.current ||= isFar
      if (isFar) onSwipe()
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
    onClick: ({ target }: { target: EventTarget }) => isDone.current || onTap(target),
    onContextMenu: (event: { preventDefault: () => void; nativeEvent: Event }) => {
      const { nativeEvent } = event
      // The browser's own menu on a long press would cover ours.
      if (nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch') event.preventDefault()
    },
  }
}
