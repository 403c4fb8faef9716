import { useSyncExternalStore } from 'react'

// The direction of text, for code where CSS logical properties don't help: gestures, arrow keys and drawings.

export type Direction = 'ltr' | 'rtl'

const directionNow = (): Direction => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')

/** 1 for left-to-right and -1 for right-to-left text. Converts pixels to the right into pixels ahead. */
export const ahead = (): 1 | -1 => (directionNow() === 'rtl' ? -1 : 1)

export const inlineStart = ({ left, right }: DOMRect): number =>
  directionNow() === 'rtl' ? document.documentElement.clientWidth - right : left

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['dir'] })
  return () => observer.disconnect()
}

export const useDirection = (): Direction => useSyncExternalStore(subscribe, directionNow, () => 'ltr')
