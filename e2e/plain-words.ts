import { PSEUDO } from '@kindred/contract/languages'
import { expect, type Page } from '@playwright/test'

// The pseudo language accents every letter of the web app's texts. A word without accents is therefore not in the
// catalogs, unless the server or a person wrote it.

/** Continues after a failure, so that one run reports all texts. */
const softExpect = expect.configure({ soft: true })

const untranslated = [
  /\S+@\S+|https?:\S+|\b[\w-]+\.example\b/g,
  /kindred/gi,
  /\b(Google|Facebook|Stripe|Pseudo|Deutsch|Português|Brasil|Español|Français)\b/g,
  // The browser formats numbers, dates, times and language names.
  /\b\w*\d\w*\b/g,
  /\b([ap]\.?m\.?|UTC|GMT|EUR|USD|km|cm|kB|MB|CSV|Ctrl|and|in|at|of|ago|now|today|yesterday)\b/gi,
  /\b(mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/gi,
  /\b(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/gi,
  /\b(Dutch|English|French|German|Italian|Polish|Portuguese|Spanish|Ukrainian)\b/g,
]

/** Visible and spoken text on the page, except isolated text, which people wrote. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const isPersonal = (element: Element | null) =>
      element?.closest('bdi, [dir=auto], [data-nonce], style, script') != null
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node.parentElement?.checkVisibility() && !isPersonal(node.parentElement)) found.add(node.nodeValue ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], img[alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        if (!isPersonal(element)) found.add(element.getAttribute(name) ?? '')
    found.add(document.title)
    return [...found]
  })

const textsIn = (answer: unknown): string[] => {
  if (typeof answer === 'string') return [answer]
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(textsIn) : []
}

/** The words of a text, including the end of an id if it happens to consist of letters. */
const wordsOf = (text: string): string[] => [...(text.match(/[a-z]{2,}/gi) ?? []), ...(text.match(/[a-f]{6}$/) ?? [])]

export function wordsAnswered(page: Page): Set<string> {
  const answered = new Set<string>()
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    response.json().then(
      (answer) =>
        textsIn(answer)
          .flatMap(wordsOf)
          .forEach((word) => answered.add(word)),
      () => {},
    )
  })
  return answered
}

/** Words without accents that don't come from the server. A word with accents comes from a catalog. */
const plainWords = (text: string, answered: ReadonlySet<string>): string[] => {
  // Values in a text are isolated, so they are removed.
  const own = untranslated.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text.replaceAll(/⁨[^⁩]*⁩/g, ' '))
  const words = own.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.filter((word) => /^[a-z]{2,}$/i.test(word) && !answered.has(word))
}

/** Expects every text on a screen in the pseudo language to come from a catalog. */
export async function expectTranslated(page: Page, path: string, answered: ReadonlySet<string>): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO)
  // A response may be rendered before its words are collected here, so this retries.
  const found = async () =>
    (await wordsOn(page)).flatMap((text) => {
      const words = plainWords(text, answered)
      return words.length > 0 ? [`${words.join(' ')} — in “${text.trim()}”`] : []
    })
  await softExpect.poll(found, path).toEqual([])
}
