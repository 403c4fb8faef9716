import { useEffect } from 'react'

const visibleIn = (list: Element) => [...list.children].filter((each) => each.checkVisibility())

const PLACES = 'section, form, [role="dialog"], main'

/**
 * If the focused element disappears, moves the focus to the item that takes its place in the list, or to what
 * surrounded it. Browsers leave it to the page as a whole, so that screen readers would begin again from the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: EventTarget[] = []
    let item: Element | null = null
    let at = 0
    const note = (event: FocusEvent) => {
      path = event.composedPath()
      item = event.target instanceof Element ? event.target.closest('li') : null
      at = item?.parentElement ? visibleIn(item.parentElement).indexOf(item) : 0
    }
    const observer = new MutationObserver(() => {
      const [focused] = path
      if (!(focused instanceof Element) || focused.isConnected || document.activeElement !== document.body) return
      const isPlace = (each: EventTarget) => each instanceof Element && each.isConnected && each.matches(PLACES)
      const list = path.find((each) => each instanceof HTMLUListElement)
      // The item itself, not its button: with the key held down, that would remove one item after another.
      const items = item?.isConnected === false && list?.isConnected ? visibleIn(list) : []
      const next = items[at] ?? items.at(-1)
      const place = next ?? path.find(isPlace) ?? [...document.querySelectorAll('[role="dialog"], #main')].at(-1)
      path = []
      if (!(place instanceof HTMLElement)) return
      place.tabIndex = -1
      if (!next) place.style.outline = 'none'
      place.focus({ preventScroll: !next })
    })
    addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [])
}
