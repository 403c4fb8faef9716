import { useSyncExternalStore } from 'react'

const watch = (query: string) => {
  const media = matchMedia(query)
  const subscribe = (onChange: () => void) => {
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => media.matches)
}

export const useWide = watch('(min-width: 1280px)')
/** True where a table has room for more than its specified columns. */
export const useFull = watch('(min-width: 1440px)')
/** False where the variant `bar` of styles.css applies. */
export const useRoom = watch('(min-width: 1181px)')
/** True where the variant `desk` of styles.css applies. */
export const useDesk = watch('(min-width: 861px)')
