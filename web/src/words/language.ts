import { languageFrom, PSEUDO } from '@kindred/contract/languages'
import { BASE } from '../api/base.ts'
import { isDevelopment, ownTexts } from '../api/settings.ts'
import { getSession } from '../session/store.ts'
import { activateLanguage } from './load.ts'

// The app's language is the link's, or else the account's, the one selected in this browser, or the page's, which the
// server chose.

const known = (tag: string | null | undefined): string | undefined =>
  tag === PSEUDO && isDevelopment() ? PSEUDO : languageFrom([tag ?? ''], ownTexts.now?.languages)

const fromLink = (): string | undefined => known(new URLSearchParams(location.search).get('lang'))

const fromCookie = (): string | undefined => known(/(?:^|; )lang=([^;]*)/.exec(document.cookie)?.[1])

/** With a separate API host, the page is the same file for everyone. */
const fromPage = (): string | undefined =>
  BASE.startsWith('/')
    ? known(document.documentElement.lang)
    : languageFrom(navigator.languages, ownTexts.now?.languages)

export const saveInCookie = (language: string): void =>
  void (document.cookie = `lang=${language}; Path=/; SameSite=Lax; Max-Age=${365 * 86_400}`)

/** The default replaces a language that is no longer offered. */
const fromAccount = (): string | undefined => {
  const language = getSession().user?.language
  return known(language) ?? (language ? ownTexts.now?.default : undefined)
}

/** True if a link chose the language, which then applies to the whole visit. */
let isFromLink = false
/** The account's language as last seen. Only a different value changes the app's language. */
let lastFromAccount: string | undefined

export async function startLanguage(): Promise<void> {
  const language = fromLink()
  isFromLink = language !== undefined
  if (language) saveInCookie(language)
  lastFromAccount = fromAccount()
  await activateLanguage(language ?? lastFromAccount ?? fromCookie() ?? fromPage() ?? ownTexts.now?.default ?? 'en')
}

/** The account's language applies to signed-in users, unless a link chose another one. */
export function followAccount(): void {
  const language = fromAccount()
  if (language === lastFromAccount) return
  lastFromAccount = language
  if (!language || isFromLink) return
  saveInCookie(language)
  void activateLanguage(language)
}
