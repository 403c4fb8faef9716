import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../paths.ts'

const isOwn = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation')
  // A host of files may put a slash behind a page that is a folder there.
  return loaded === undefined || new URL(loaded.name).pathname.replace(/\/$/, '') === paths.checkout
}

/**
 * Where a stranger's script runs, the page is a document of its own: entered and left by a full load, under its own policy.
 * Whether it is that already; if not, it is about to be, and nothing may begin in it.
 */
export function useOwnDocument(needed: boolean): boolean {
  const router = useRouter()
  const ready = !needed || isOwn()
  useEffect(() => {
    if (!needed) return
    if (!ready) return location.reload()
    return router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (pathChanged) location.assign(toLocation.href)
    })
  }, [needed, ready, router])
  return ready
}
