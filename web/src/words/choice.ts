import { languageFrom, languageOf, PSEUDO } from '@kindred/contract/languages'
import { BASE } from '../api/base.ts'
import { isDevelopment } from '../api/settings.ts'
import { getSession } from '../session/store.ts'
import { speak } from './load.ts'

// Which language the app is in: what the link asks for, else the account's, else what was chosen in this browser, else
// the page's, which the server chose.

const known = (tag: string | null | undefined): string | undefined =>
  tag === PSEUDO && isDevelopment() ? PSEUDO : languageOf(tag ?? '')

const asked = (): string | undefined => known(new URLSearchParams(location.search).get('lang'))

const remembered = (): string | undefined => known(/(?:^|; )lang=([^;]*)/.exec(document.cookie)?.[1])

/** A page of another host than the API's is the same file for everyone. */
const ofPage = (): string | undefined =>
  BASE.startsWith('/') ? known(document.documentElement.lang) : languageFrom(navigator.languages)

export const remember = (language: string): void =>
  void (document.cookie = `lang=${language}; Path=/; SameSite=Lax; Max-Age=${365 * 86_400}`)

const ofAccount = (): string | undefined => known(getSession().user?.language)

/** Whether a link asked for a language, which then is that of the whole visit. */
let isAsked = false
/** What the account said last. Only another answer changes the language. */
let followed: string | undefined

export async function startLanguage(): Promise<void> {
  const language = asked()
  isAsked = language !== undefined
  if (language) remember(language)
  followed = ofAccount()
  await speak(language ?? followed ?? remembered() ?? ofPage() ?? 'en')
}

/** Signed in, the account's language is the app's, unless a link asked for another one. */
export function followAccount(): void {
  const language = ofAccount()
  if (language === followed) return
  followed = language
  if (!language || isAsked) return
  remember(language)
  void speak(language)
}
