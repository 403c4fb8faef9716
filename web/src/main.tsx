// This import comes first, because it defines the order of the cascade layers.
import './ui/styles.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerCredentials } from './api/credentials.ts'
import { isolateIn } from './api/isolate.ts'
import { newQueryClient } from './api/queries.ts'
import { onConsentRequired } from './api/send.ts'
import { mayHaveOwnTexts } from './api/settings.ts'
import { BrokenPage, Root } from './root.tsx'
import { isPublicPage, isSignIn, pageAfterSignIn, paths } from './paths.ts'
import { rerunGuard, onShown, open, currentPlace, startNavigation } from './router/navigation.ts'
import { Router } from './router/router.tsx'
import { routes } from './routes.tsx'
import { refreshProfile } from './session/actions.ts'
import { sessionCredentials, whenSessionEnds } from './session/credentials.ts'
import { mustAgree } from './session/guards.ts'
import { clearTab, getSession, onSession } from './session/store.ts'
import { setTheme, themeNow } from './ui/theme.ts'
import { followAccount, startLanguage } from './words/language.ts'

isolateIn(i18n, () => getSession().user?.gender)
const inLanguage = startLanguage()
setTheme(themeNow())
registerCredentials(sessionCredentials)
/** Refetches the profile. If a consent is missing, the guard of the open page redirects to the terms. */
const refresh = () => void refreshProfile().then(() => void (mustAgree() && rerunGuard()))
/** New terms keep members only from liking and writing, so they are asked when they try. */
onConsentRequired(
  () =>
    void refreshProfile().then(() => {
      if (mustAgree()) void rerunGuard()
      else if (getSession().missingConsents.includes('acceptNewTerms'))
        void open(`${paths.agree}?${new URLSearchParams({ from: currentPlace().href })}`)
    }),
)

const queryClient = newQueryClient()

// Cached data is in the previous language. Loading more texts of the same language also triggers this event.
let spoken: string | undefined
i18n.on('change', () => {
  if (spoken && spoken !== i18n.locale) void queryClient.invalidateQueries()
  spoken = i18n.locale
})

/** Public pages have no guard, so when a session ends on one, the user is sent to sign in and returns afterwards. */
whenSessionEnds(() => {
  const { pathname, href } = currentPlace()
  return isPublicPage(pathname) ? `${paths.login}?${new URLSearchParams({ from: href })}` : undefined
})

let who = getSession().user?._id
let wasSignedIn = getSession().isAuthenticated
/** The user's staff role: undefined until the session is known, and null for members. */
let role = getSession().user?.staffRole
onSession(({ goTo, fromOtherTab }) => {
  const { isAuthenticated, user, requiresVerification } = getSession()
  if (wasSignedIn && !isAuthenticated) {
    // Signed out, perhaps in another tab, so this tab deletes the user's data. The page and its cache stay until the
    // next page is ready, because a render in between, for example when texts arrive, would refetch without a session.
    clearTab()
    void (goTo ? open(goTo, 'replace') : rerunGuard()).finally(() => queryClient.clear())
  }
  // Another tab has signed in as someone else. Nothing that this tab shows or that was typed into it belongs to that
  // user.
  if (fromOtherTab && user && who !== undefined && user._id !== who) location.reload()
  who = user?._id ?? who
  followAccount()
  const { pathname, search } = currentPlace()
  // Another tab has signed in, so this one doesn't have to.
  if (!wasSignedIn && isAuthenticated && fromOtherTab && user && isSignIn(pathname))
    void open(
      pageAfterSignIn(
        { user, requiresVerification },
        search['from'] ?? (pathname === paths.signin ? undefined : paths.home),
      ),
      'replace',
    )
  if (isAuthenticated && user && role !== user.staffRole && wasSignedIn) void rerunGuard()
  wasSignedIn = isAuthenticated
  role = user?.staffRole
})

// The first paint from index.html (scripts/first-paint.ts) stays in the root until there is a page.
const root = createRoot(document.getElementById('root')!)
const render = () =>
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Router Root={Root} Broken={BrokenPage} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
const followTexts = async () => {
  if (mayHaveOwnTexts) await (await import('./words/replaced-texts.ts')).startOwnTexts(queryClient)
}
// The first page waits for the texts of the main entry. After the first render, the router updates itself.
onShown(() => void inLanguage.then(followTexts).then(render, render))
startNavigation(routes)
refresh()
