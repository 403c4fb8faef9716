import { useSyncExternalStore } from 'react'

// Which way lines run, for what style sheets can't turn by themselves: fingers, arrow keys, drawings.

export type Direction = 'ltr' | 'rtl'

const directionNow = (): Direction => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')

/** 1 where lines run to the right, -1 where they run to the left: turns pixels to the right into pixels ahead. */
export const ahead = (): 1 | -1 => (directionNow() === 'rtl' ? -1 : 1)

/** How far a box is from where the lines of the page begin. */
export const startOf = ({ left, right }: DOMRect): number =>
  directionNow() === 'rtl' ? document.documentElement.clientWidth - right : left

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['dir'] })
  return () => observer.disconnect()
}

/** The page's direction, which changes with its language. */
export const useDirection = (): Direction => useSyncExternalStore(subscribe, directionNow, () => 'ltr')
