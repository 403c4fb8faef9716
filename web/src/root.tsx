import { Trans } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { Toaster } from './ui/toast.tsx'

/** What stands around every page: the way past the navigation, and the messages. */
export function Root() {
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
