import { useEffect } from 'react'
import { paths } from '../../paths.ts'
import { leaveByFullLoad } from '../../router/navigation.ts'

const isOwn = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation')
  // A host of files may put a slash behind a page that is a folder there.
  return loaded === undefined || new URL(loaded.name).pathname.replace(/\/$/, '') === paths.checkout
}

/**
 * A page that runs a third party's script is a separate document with its own policy, entered and left by a full load.
 * Returns whether it is one already. If not, the page is about to reload, and nothing may start in it.
 */
export function useOwnDocument(needed: boolean): boolean {
  const ready = !needed || isOwn()
  useEffect(() => {
    if (!needed) return
    if (!ready) return location.reload()
    return leaveByFullLoad()
  }, [needed, ready])
  return ready
}
