import { languageFrom, languageOf, PSEUDO } from '@kindred/contract/languages'
import { BASE } from '../api/base.ts'
import { isDevelopment } from '../api/settings.ts'
import { getSession } from '../session/store.ts'
import { speak } from './load.ts'

// The app's language: that of the link, else the account's, else the one selected in this browser, else the page's,
// which the server chose.

const known = (tag: string | null | undefined): string | undefined =>
  tag === PSEUDO && isDevelopment() ? PSEUDO : languageOf(tag ?? '')

const asked = (): string | undefined => known(new URLSearchParams(location.search).get('lang'))

const remembered = (): string | undefined => known(/(?:^|; )lang=([^;]*)/.exec(document.cookie)?.[1])

/** On a separate host, the page is the same file for everyone. */
const ofPage = (): string | undefined =>
  BASE.startsWith('/') ? known(document.documentElement.lang) : languageFrom(navigator.languages)

export const remember = (language: string): void =>
  void (document.cookie = `lang=${language}; Path=/; SameSite=Lax; Max-Age=${365 * 86_400}`)

const ofAccount = (): string | undefined => known(getSession().user?.language)

/** True if a link chose the language, which then applies to the whole visit. */
let isAsked = false
/** The account's language when last seen. Only a different value changes the app's language. */
let followed: string | undefined

export async function startLanguage(): Promise<void> {
  const language = asked()
  isAsked = language !== undefined
  if (language) remember(language)
  followed = ofAccount()
  await speak(language ?? followed ?? remembered() ?? ofPage() ?? 'en')
}

/** The account's language applies to signed-in users, unless a link chose another one. */
export function followAccount(): void {
  const language = ofAccount()
  if (language === followed) return
  followed = language
  if (!language || isAsked) return
  remember(language)
  void speak(language)
}
