import { Trans } from '@lingui/react/macro'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Toaster } from './ui/toast.tsx'

/** Moves the focus to what is new, as a page load would: for whoever reads by ear or goes by keyboard. */
function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = document.getElementById('main')
        if (!fromLocation || !pathChanged || !main) return
        main.tabIndex = -1
        main.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** What stands around every page: the way past the navigation, and the messages. */
export function Root() {
  useFocusOnNavigation()
  return (
    <>
      <a href="#main" className="btn sm fixed top-2 left-2 z-50 -translate-y-16 focus:translate-y-0">
        <Trans>Skip to content</Trans>
      </a>
      <Outlet />
      <Toaster />
    </>
  )
}
