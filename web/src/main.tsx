// First: it says in which order all other styles count.
import './ui/styles.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { callAs } from './api/credentials.ts'
import { newQueryClient } from './api/queries.ts'
import { BrokenPage } from './root.tsx'
import { isReading, isSignIn, landing, paths } from './paths.ts'
import { routeTree } from './routes.tsx'
import { refreshProfile } from './session/actions.ts'
import { sessionCredentials, whenSessionEnds } from './session/credentials.ts'
import { getSession, onSession } from './session/store.ts'
import { setTheme, themeNow } from './ui/page.ts'
import { readingLocale } from './ui/reading-locale.ts'

// English is in the code; other languages would come as catalogues.
i18n.loadAndActivate({ locale: 'en', locales: readingLocale(navigator.languages), messages: {} })
setTheme(themeNow())
callAs(sessionCredentials)

const queryClient = newQueryClient()
const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Pages to read have no guard: a session that ends there leads to the sign-in, and back again afterwards. */
whenSessionEnds(() => {
  const { pathname, href } = router.state.location
  return isReading(pathname) ? `${paths.login}?${new URLSearchParams({ from: href })}` : undefined
})

let who = getSession().user?._id
let wasSignedIn = getSession().isAuthenticated
let wasAdmin = getSession().user?.isAdmin
onSession(({ goTo, elsewhere }) => {
  const { isAuthenticated, user, requiresVerification } = getSession()
  if (wasSignedIn && !isAuthenticated) {
    // Signed out, perhaps in another tab: nothing of the person stays in this one.
    queryClient.clear()
    void (goTo ? router.navigate({ href: goTo, replace: true }) : router.invalidate())
  }
  // Another tab is someone else now: nothing that this one shows, or has typed in it, is theirs.
  if (elsewhere && user && who !== undefined && user._id !== who) location.reload()
  who = user?._id ?? who
  const { pathname, search } = router.state.location
  // Another tab has signed in, so this one doesn't have to.
  if (!wasSignedIn && isAuthenticated && elsewhere && user && isSignIn(pathname))
    void router.navigate({ href: landing({ user, requiresVerification }, search['from']), replace: true })
  if (isAuthenticated && user && wasAdmin !== user.isAdmin && wasSignedIn) void router.invalidate()
  wasSignedIn = isAuthenticated
  wasAdmin = user?.isAdmin
})

void refreshProfile()

// index.html has it.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
