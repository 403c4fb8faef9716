import { account } from '@kindred/contract/identity/account'
import { callsOf } from '@kindred/contract/calls'
import { languages } from '@kindred/contract/languages'
import { send } from '../api/send.ts'
import { refreshProfile } from '../session/actions.ts'
import { getSession } from '../session/store.ts'
import { saveInCookie } from './language.ts'
import { activateLanguage } from './load.ts'

/** Changes the language immediately, and saves it here and in the account. Rejects if the texts fail to load. */
export async function changeLanguage(chosen: string): Promise<void> {
  if (!(await activateLanguage(chosen))) throw new Error(`There are no words of ${chosen}.`)
  saveInCookie(chosen)
  const url = new URL(location.href)
  // The choice overrides the language in the link.
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
  const language = languages.find((each) => each === chosen)
  if (language && getSession().token) void saveToAccount(language)
}

async function saveToAccount(language: (typeof languages)[number]): Promise<void> {
  try {
    await callsOf(account, send).setLanguage({ body: { language } })
    await refreshProfile()
  } catch {
    // The choice is still saved in the browser.
  }
}
