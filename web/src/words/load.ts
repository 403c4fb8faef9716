import { directionOf } from '@kindred/contract/languages'
import { i18n, type Messages } from '@lingui/core'
import { awaitLanguage } from '../api/reader-language.ts'
import { readingLocale } from '../ui/reading-locale.ts'

// English texts are part of the code. Texts in other languages load with each module (web/words/plugin.ts). If they
// fail to load, the module stays English, and they are requested again with the next module.

const MAIN = 'main'
const PATIENCE = 10_000

/** The modules whose texts are needed, starting with the main entry. */
const names = new Set([MAIN])
let target = 'en'
i18n.load({ en: {} })

/** The folder of a language. The build writes the list of folders into the page. */
export const folderOf = (language: string): string | undefined =>
  document
    .querySelector<HTMLMetaElement>('meta[name="words"]')
    ?.content.split(' ')
    .find((each) => each.startsWith(`${language}-`))

const requested = new Map<string, Promise<void>>()

function load(language: string, name: string): Promise<void> {
  if (language === 'en') return Promise.resolve()
  const address = `/assets/words/${folderOf(language)}/${name}.json`
  const words = requested.get(address) ?? fetchWords(language, address)
  requested.set(address, words)
  return words
}

async function fetchWords(language: string, address: string): Promise<void> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
    const words: Messages = await answer.json()
    i18n.load(language, words)
  } catch (error) {
    requested.delete(address)
    throw error
  }
}

/** Loads a module with its texts. The build wraps every `import()` of our own modules in this function. */
export async function withWords<T>(name: string, loadModule: () => Promise<T>): Promise<T> {
  names.add(name)
  const [module] = await Promise.all([loadModule(), load(target, name).catch(() => {})])
  return module
}

/** Changes the language once its texts have loaded, and returns true. If they fail to load, the language stays. */
export async function activateLanguage(language: string): Promise<boolean> {
  target = language
  awaitLanguage(language)
  const [main] = await Promise.allSettled([...names].map((name) => load(language, name)))
  // Another language was selected in the meantime.
  if (target !== language) return true
  const isThere = main?.status === 'fulfilled'
  if (!isThere) target = i18n.locale || 'en'
  i18n.activate(target, readingLocale(target, navigator.languages))
  document.documentElement.lang = target
  document.documentElement.dir = directionOf(target)
  return isThere
}
