import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1280px)')

const subscribe = (onChange: () => void) => {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
