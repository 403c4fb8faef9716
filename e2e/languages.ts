import { directionOf, languages, PSEUDO } from '@kindred/contract/languages'
import type { Page } from '@playwright/test'
import { main } from './world.ts'

/**
 * The languages in which every screen is visited: always the pseudo language, which shows what doesn't fit, and all
 * languages in a full proof.
 */
export const walkedLanguages: readonly string[] = process.env['PROVE'] === 'full' ? [...languages, PSEUDO] : [PSEUDO]

/** Sets the language from the next page on, unless the signed-in account has a different one. */
export async function setLanguage(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: main.url }])
  if (directionOf(language) === 'rtl') await runFromRightToLeft(page)
}

/** Switches the page to right-to-left even if its texts are in another language. */
const runFromRightToLeft = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.documentElement) return
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
