import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { ahead } from '../../ui/direction.ts'

type Point = { x: number; y: number }
type Dragged = { from: number; over: number; by: Point }
type Start = { id: number; at: Point; boxes: DOMRect[] }

const stepOf = (key: string): number =>
  ({ ArrowUp: -1, ArrowDown: 1, ArrowLeft: -ahead(), ArrowRight: ahead() })[key] ?? 0
const pointOf = ({ pageX, pageY }: PointerEvent): Point => ({ x: pageX, y: pageY })
/** Movement of fewer pixels than this is a tap. */
const MIN_MOVE = 6

const isIn = ({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

function movedBy(start: Start | null, event: PointerEvent): { by: Point; over: number } | null {
  if (start?.id !== event.pointerId) return null
  const point = pointOf(event)
  const by = { x: point.x - start.at.x, y: point.y - start.at.y }
  return { by, over: start.boxes.findIndex((box) => isIn(box, point)) }
}

/** The boxes of a list's items, relative to the page so that scrolling doesn't change them. */
const boxesOf = (list: Element | null): DOMRect[] =>
  [...(list?.querySelectorAll('[data-place]') ?? [])].map((place) => {
    const { x, y, width, height } = place.getBoundingClientRect()
    return new DOMRect(x + window.scrollX, y + window.scrollY, width, height)
  })

/**
 * Reorders the items of a list (marked `data-place`): by dragging an item with a mouse or its grip (marked `data-grip`)
 * with a finger, or with arrow keys on the grip.
 */
export function useSorting(onMove: (from: number, to: number) => void) {
  const start = useRef<Start | null>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const stop = () => {
    start.current = null
    setDragged(null)
  }
  const itemProps = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { target, pointerType, pointerId, currentTarget, button } = event
      const isGrip = target instanceof Element && target.closest('[data-grip]')
      if (button !== 0 || (pointerType !== 'mouse' && !isGrip)) return
      currentTarget.setPointerCapture(pointerId)
      start.current = { id: pointerId, at: pointOf(event), boxes: boxesOf(currentTarget.closest('ul')) }
    },
    onPointerMove: (event: PointerEvent) => {
      const moved = movedBy(start.current, event)
      if (!moved || (!dragged && Math.hypot(moved.by.x, moved.by.y) < MIN_MOVE)) return
      setDragged({ from, over: moved.over < 0 ? from : moved.over, by: moved.by })
    },
    // The position comes from the event, because the last move may not be rendered yet.
    onPointerUp: (event: PointerEvent) => {
      const moved = movedBy(start.current, event)
      stop()
      if (moved && moved.over >= 0 && moved.over !== from) onMove(from, moved.over)
    },
    onPointerCancel: stop,
  })
  const onGripKey = (from: number, count: number) => (event: KeyboardEvent) => {
    const to = from + stepOf(event.key)
    if (to === from) return
    event.preventDefault()
    if (to >= 0 && to < count) onMove(from, to)
  }
  return { dragged, itemProps, onGripKey }
}
