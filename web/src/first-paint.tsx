import type { PublicSettings } from '@kindred/contract/operations/system'
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Shell } from './admin/layout/admin-frame.tsx'
import { statusQuery } from './api/queries.ts'
import { defaultSettings } from './api/settings.ts'
import { MemberFrame } from './member/layout/member-frame.tsx'
import LoginScreen from './public/login/login-screen.tsx'
import WelcomeScreen from './public/welcome/welcome-screen.tsx'

// The screen shown before the app's code has arrived. The build renders it from the real screens
// (scripts/first-paint.ts). Browsers never load this file.

/** The server replaces these placeholders, as in index.html. */
const settings: PublicSettings = {
  ...defaultSettings,
  brand: '%BRAND%',
  supportEmail: '%SUPPORT_EMAIL%',
  house: { minimumAge: '%AGE%' as unknown as number },
}

const picture = { src: '%WELCOME_PICTURE%', width: '%WELCOME_WIDTH%', height: '%WELCOME_HEIGHT%' } as unknown as {
  src: string
  width: number
  height: number
}
const withPicture = { ...settings, look: { picture, words: { en: { alt: '%WELCOME_ALT%' } } } }
const demo = true

function markup(children: ReactNode, ours: Partial<PublicSettings> = {}): string {
  const client = new QueryClient()
  client.setQueryData(statusQuery.queryKey, { build: '', version: '', settings: { ...settings, ...ours } })
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </I18nProvider>,
  )
}

const inLanguage = (language: string, messages: Messages): Record<string, string> => {
  i18n.loadAndActivate({ locale: language, messages })
  return {
    welcome: markup(<WelcomeScreen />),
    'welcome-demo': markup(<WelcomeScreen />, { demo }),
    'welcome-picture': markup(<WelcomeScreen />, withPicture),
    'welcome-picture-demo': markup(<WelcomeScreen />, { ...withPicture, demo }),
    login: markup(<LoginScreen />),
    member: markup(<MemberFrame>{null}</MemberFrame>),
    office: markup(
      <div data-area="office">
        <Shell />
      </div>,
    ),
  }
}

/** The first paints by name: `welcome` is English, `welcome.de` is German. */
export const firstPaints = (catalogs: Record<string, Messages>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ en: {}, ...catalogs }).flatMap(([language, messages]) =>
      Object.entries(inLanguage(language, messages)).map(([name, html]) => [
        language === 'en' ? name : `${name}.${language}`,
        // Where the name is all there is, it belongs to the logo, and the server may write it in lowercase.
        html.replaceAll('>%BRAND%<', '>%brand%<'),
      ]),
    ),
  )
