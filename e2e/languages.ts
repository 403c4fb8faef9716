import { directionOf, languages, PSEUDO } from '@kindred/contract/languages'
import type { Page } from '@playwright/test'
import { main } from './world.ts'

/** The languages in which every screen is walked: always the one that shows what doesn't fit, all of them as a proof. */
export const walked: readonly string[] = process.env['PROVE'] === 'full' ? [...languages, PSEUDO] : [PSEUDO]

/** From the next page on, it is in that language, unless the account that is signed in has another. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: main.url }])
  if (directionOf(language) === 'rtl') await runFromRightToLeft(page)
}

/** Also where a page has no words of a language that does. */
export const runFromRightToLeft = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.documentElement) return
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
