import { useRef, type PointerEvent } from 'react'

type Point = { x: number; y: number }
type Move = { right: number; down: number; nearer: number }

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const spread = ([one, other]: readonly Point[]) => (one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 1)

/** One finger moves, two move and magnify: told in parts of the element that is touched. */
export function useDragged(onMove: (move: Move) => void) {
  const fingers = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    onPointerDown: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      fingers.current.set(pointerId, { x: clientX, y: clientY })
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      if (!fingers.current.has(pointerId)) return
      const before = [...fingers.current.values()]
      fingers.current.set(pointerId, { x: clientX, y: clientY })
      const after = [...fingers.current.values()]
      const { width, height } = currentTarget.getBoundingClientRect()
      onMove({
        right: (middle(after).x - middle(before).x) / width,
        down: (middle(after).y - middle(before).y) / height,
        nearer: spread(after) / spread(before),
      })
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}
