import type { RefObject } from 'react'
import { inlineStart } from './direction.ts'

const GAP = 6
const EDGE = 8

/** Keeps an open popover below its button, or above it if there is no room. */
export function holdBeside(menu: RefObject<HTMLElement | null>, opener: RefObject<HTMLElement | null>) {
  const place = () => {
    if (!menu.current || !opener.current) return
    const { offsetWidth, offsetHeight, style } = menu.current
    const box = opener.current.getBoundingClientRect()
    const { top, bottom, width } = box
    const below = bottom + GAP
    const isRoom = below + offsetHeight <= innerHeight - EDGE
    style.top = `${isRoom ? below : Math.max(EDGE, top - GAP - offsetHeight)}px`
    const start = Math.min(inlineStart(box) + width, innerWidth - EDGE) - offsetWidth
    // A menu of the page doesn't cover the navigation beside it.
    const page = opener.current.closest('main')
    const isInPage = !page || start >= inlineStart(page.getBoundingClientRect())
    const inPage = isInPage ? start : Math.min(inlineStart(box), innerWidth - EDGE - offsetWidth)
    style.insetInlineStart = `${Math.max(EDGE, inPage)}px`
  }
  place()
  addEventListener('scroll', place, true)
  addEventListener('resize', place)
  return () => {
    removeEventListener('scroll', place, true)
    removeEventListener('resize', place)
  }
}
