import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../paths.ts'

/** Where a stranger's script runs, the page is a document of its own: entered and left by a full load, under its own policy. */
export function useOwnDocument(needed: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!needed) return
    const [loaded] = performance.getEntriesByType('navigation')
    if (loaded && new URL(loaded.name).pathname !== paths.checkout) return location.reload()
    return router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (pathChanged) location.assign(toLocation.href)
    })
  }, [needed, router])
}
