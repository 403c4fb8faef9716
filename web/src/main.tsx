import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { newQueryClient } from './api/queries.ts'
import { whenSignedOut } from './api/send.ts'
import { BrokenPage } from './root.tsx'
import { routeTree } from './routes.tsx'
import { refreshProfile } from './session/actions.ts'
import { getSession, onSession } from './session/store.ts'
import { setTheme, themeNow } from './ui/page.ts'
import './ui/styles.css'

// English is in the code; other languages would come as catalogues.
i18n.loadAndActivate({ locale: 'en', messages: {} })
setTheme(themeNow())

const queryClient = newQueryClient()
const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
})

/** A session that ended leads to the sign-in of the place where it ended, and back again afterwards. */
whenSignedOut(() => void router.invalidate())

let wasSignedIn = getSession().isAuthenticated
let wasAdmin = getSession().user?.isAdmin
onSession((goTo) => {
  const { isAuthenticated, user } = getSession()
  if (wasSignedIn && !isAuthenticated) {
    // Signed out, perhaps in another tab: nothing of the person stays in this one.
    queryClient.clear()
    void (goTo ? router.navigate({ to: goTo, replace: true }) : router.invalidate())
  }
  if (isAuthenticated && wasAdmin !== user?.isAdmin && wasSignedIn) void router.invalidate()
  wasSignedIn = isAuthenticated
  wasAdmin = user?.isAdmin
})

void refreshProfile()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
