import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { ahead } from '../../ui/direction.ts'

type Point = { x: number; y: number }
type Dragged = { from: number; over: number; by: Point }
type Start = { id: number; at: Point; boxes: DOMRect[]; isLifted: boolean }

const stepOf = (key: string): number =>
  ({ ArrowUp: -1, ArrowDown: 1, ArrowLeft: -ahead(), ArrowRight: ahead() })[key] ?? 0
const pointOf = ({ pageX, pageY }: PointerEvent): Point => ({ x: pageX, y: pageY })
/** Movement of fewer pixels than this is a tap. */
const MIN_MOVE = 6
/** A finger that rests this long lifts the item. One that moves earlier scrolls the page. */
const HOLD_MS = 200

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

/** A lifted item follows the finger instead of scrolling the page. React's own listeners couldn't prevent that. */
function useHeldPage(start: { readonly current: Start | null }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const hold = (event: TouchEvent) => {
      if (start.current?.isLifted) event.preventDefault()
    }
    const element = list.current
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [start])
  return list
}

/**
 * Reorders the items of a list (marked `data-place`): by dragging an item with a mouse, by holding and dragging it with
 * a finger, or with arrow keys. A press that doesn't move is left to the item.
 */
export function useSorting(onMove: (from: number, to: number) => void) {
  const start = useRef<Start | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const list = useHeldPage(start)
  const stop = () => {
    clearTimeout(timer.current)
    start.current = null
    setDragged(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const lift = (from: number, item: HTMLElement) => {
    if (!start.current) return
    item.setPointerCapture(start.current.id)
    start.current.isLifted = true
    wasDragged.current = true
    setDragged({ from, over: from, by: { x: 0, y: 0 } })
  }
  const itemProps = (from: number, count: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerType, pointerId, currentTarget, button } = event
      if (button !== 0) return
      wasDragged.current = false
      const boxes = boxesOf(currentTarget.closest('ul'))
      start.current = { id: pointerId, at: pointOf(event), boxes, isLifted: false }
      if (pointerType !== 'mouse') timer.current = setTimeout(() => lift(from, currentTarget), HOLD_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const moved = movedBy(start.current, event)
      if (!moved || !start.current) return
      if (!start.current.isLifted) {
        if (Math.hypot(moved.by.x, moved.by.y) < MIN_MOVE) return
        if (event.pointerType !== 'mouse') return stop()
        lift(from, event.currentTarget)
      }
      setDragged({ from, over: moved.over < 0 ? from : moved.over, by: moved.by })
    },
    // The position comes from the event, because the last move may not be rendered yet.
    onPointerUp: (event: PointerEvent) => {
      const moved = start.current?.isLifted ? movedBy(start.current, event) : null
      stop()
      if (moved && moved.over >= 0 && moved.over < count && moved.over !== from) onMove(from, moved.over)
    },
    onPointerCancel: stop,
    // Phones open a menu when a photo is held.
    onContextMenu: (event: MouseEvent) => {
      if (start.current) event.preventDefault()
    },
    // The click at the end of a drag isn't a tap.
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown: (event: KeyboardEvent) => {
      const to = from + stepOf(event.key)
      if (to === from) return
      event.preventDefault()
      if (to >= 0 && to < count) onMove(from, to)
    },
  })
  return { dragged, itemProps, list }
}
