import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1280px)')

const subscribe = (onChange: () => void) => {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** Whether there is room for a panel beside a list. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
