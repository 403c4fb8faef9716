import { useEffect, useRef, useState, type ReactNode } from 'react'

/** What keeps a cell's room. */
const NOTHING = '\u00a0'

/** About as high as a row is, until it has been seen. */
const ROW = 57

/** Rows that are rendered only near the viewport. Elsewhere an empty row keeps their height. */
export function Block({ count, needed, children }: { count: number; needed: boolean; children: () => ReactNode }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [{ near, height }, setPlace] = useState({ near: false, height: count * ROW })
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        const { isIntersecting, boundingClientRect } = last
        setPlace((before) => ({
          near: isIntersecting,
          height: before.near && !isIntersecting ? boundingClientRect.height : before.height,
        }))
      },
      { rootMargin: '1500px 0px' },
    )
    if (body.current) observer.observe(body.current)
    return () => observer.disconnect()
  }, [])
  return (
    <tbody ref={body}>
      {near || needed ? (
        children()
      ) : (
        <tr aria-hidden="true">
          <td className="border-0! p-0!" style={{ height }}>
            {NOTHING}
          </td>
        </tr>
      )}
    </tbody>
  )
}
