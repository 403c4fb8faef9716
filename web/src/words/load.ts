import { directionOf } from '@kindred/contract/languages'
import { i18n, type Messages } from '@lingui/core'
import { awaitLanguage } from '../api/reader-language.ts'
import { readingLocale } from '../ui/reading-locale.ts'

// English is in the code. The words of another language come in files, each with the module that needs it
// (web/words/plugin.ts). Words that don't arrive are English, and are asked for again with the next module.

const MAIN = 'main'
const PATIENCE = 10_000

/** What has been loaded so far, and so has words. The main entry is the first. */
const names = new Set([MAIN])
let wanted = 'en'
i18n.load({ en: {} })

/** The folder of a language, of which the build lists all in the page. */
export const folderOf = (language: string): string | undefined =>
  document
    .querySelector<HTMLMetaElement>('meta[name="words"]')
    ?.content.split(' ')
    .find((each) => each.startsWith(`${language}-`))

const asked = new Map<string, Promise<void>>()

function load(language: string, name: string): Promise<void> {
  if (language === 'en') return Promise.resolve()
  const address = `/assets/words/${folderOf(language)}/${name}.json`
  const words = asked.get(address) ?? fetchWords(language, address)
  asked.set(address, words)
  return words
}

async function fetchWords(language: string, address: string): Promise<void> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
    const words: Messages = await answer.json()
    i18n.load(language, words)
  } catch (error) {
    asked.delete(address)
    throw error
  }
}

/** Loads a module with its words. The build puts this around every `import()` of a module of ours. */
export async function withWords<T>(name: string, loadModule: () => Promise<T>): Promise<T> {
  names.add(name)
  const [module] = await Promise.all([loadModule(), load(wanted, name).catch(() => {})])
  return module
}

/** Changes the language once its words are there: whether it did. Without the first ones it stays as it was. */
export async function speak(language: string): Promise<boolean> {
  wanted = language
  awaitLanguage(language)
  const [main] = await Promise.allSettled([...names].map((name) => load(language, name)))
  // Another one has been chosen in the meantime.
  if (wanted !== language) return true
  const isThere = main?.status === 'fulfilled'
  if (!isThere) wanted = i18n.locale || 'en'
  i18n.activate(wanted, readingLocale(wanted, navigator.languages))
  document.documentElement.lang = wanted
  document.documentElement.dir = directionOf(wanted)
  return isThere
}
