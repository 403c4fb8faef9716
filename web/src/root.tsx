import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { onProofRequired } from './api/send.ts'
import { usePlace } from './router/place.ts'
import { useSession } from './session/store.ts'
import { buttonClass } from './ui/button.tsx'
import { Problem } from './ui/problem.tsx'
import { Toaster } from './ui/toast.tsx'
import { useOnline } from './ui/use-online.ts'

/** Moves the focus to the new page, as a page load would, for people who use a screen reader or the keyboard. */
function useFocusOnNavigation(): void {
  const { pathname } = usePlace()
  const before = useRef(pathname)
  useEffect(() => {
    const focus = () => {
      const main = document.getElementById('main')
      // What decides whether a page appears may still be loading (member/abroad/protected.tsx).
      if (!main) return void requestAnimationFrame(focus)
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    }
    if (before.current !== pathname) focus()
    before.current = pathname
  }, [pathname])
}

/**
 * Replaces a page that crashed or whose code didn't load, perhaps because of a new version. It reloads once there is a
 * connection.
 */
export function BrokenPage({ framed }: { framed: boolean }) {
  const { t } = useLingui()
  const Place = framed ? 'div' : 'main'
  const online = useOnline()
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <Place id={framed ? undefined : 'main'} className="mx-auto grid max-w-xl content-center gap-4 px-5 py-24">
      <h1>{online ? <Trans>This page couldn’t load</Trans> : <Trans>This page isn’t available offline yet</Trans>}</h1>
      <Problem
        text={<Trans>Check your connection, then try again.</Trans>}
        retry={t`Try again`}
        onRetry={() => location.reload()}
      />
    </Place>
  )
}

/** Asks users to confirm their identity when a request requires it, and then continues the request. */
function Proof() {
  const [dialog, setDialog] = useState<ReactNode>()
  useEffect(
    () =>
      onProofRequired(async (refusal) => {
        const { default: ProofDialog } = await import('./proof-dialog.tsx')
        const confirmed = await new Promise<boolean>((resolve) =>
          setDialog(<ProofDialog refusal={refusal} onEnd={resolve} />),
        )
        setDialog(undefined)
        return confirmed
      }),
    [],
  )
  return dialog
}

/**
 * What a signed-in page has besides. Unlike what is lazy, it doesn't wait until the page has shown all of its parts, so
 * that the focus is kept from the first key.
 */
function useRest(isSignedIn: boolean): ReactNode {
  const [rest, setRest] = useState<ReactNode>()
  useEffect(() => {
    if (!isSignedIn) return
    void import('./while-signed-in.tsx').then(
      ({ default: WhileSignedIn }) => setRest(<WhileSignedIn />),
      () => {},
    )
  }, [isSignedIn])
  return isSignedIn && rest
}

/** Surrounds every page: the link that skips the navigation, and the toasts. */
export function Root({ children }: { children: ReactNode }) {
  useFocusOnNavigation()
  const rest = useRest(useSession(({ isAuthenticated }) => isAuthenticated))
  return (
    <>
      <a
        href="#main"
        className={buttonClass('primary', 'sm', 'fixed top-2 inset-s-2 z-50 -translate-y-16 focus:translate-y-0')}
      >
        <Trans>Skip to content</Trans>
      </a>
      {children}
      <Proof />
      <Toaster />
      {rest}
    </>
  )
}
