import { i18n, type Messages } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { serverUrl } from '../api/base.ts'
import { statusQuery } from '../api/queries.ts'
import { ownTexts } from '../api/settings.ts'
import { startLanguage } from './language.ts'

// The operator's own words for our texts. Only installations that have some, and pages on another host, load this.

const PATIENCE = 10_000

/** By language. They override ours. */
const own: Record<string, Messages> = {}
const asked = new Set<string>()
const loadOurs = i18n.load.bind(i18n)

/** Ours arrive with each screen, and later ones must not cover the operator's. */
function loadBeneath(): void {
  const load = (language: string, words: Messages) => loadOurs(language, { ...words, ...own[language] })
  i18n.load = load as typeof i18n.load
}

async function loadOwn(language: string): Promise<void> {
  const version = ownTexts.now?.replaced?.[language]
  if (!version || asked.has(language)) return
  asked.add(language)
  const address = serverUrl(`/own-texts/${language}-${version}.json`)
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok) return
    own[language] = await answer.json()
    loadOurs(language, own[language] ?? {})
  } catch {
    // Our words are better than none. The next change of language asks again.
    asked.delete(language)
  }
}

async function followSettings(queryClient: QueryClient): Promise<void> {
  const { settings } = await queryClient.fetchQuery(statusQuery)
  if (!settings.texts) return
  ownTexts.now = settings.texts
  await startLanguage()
  await start()
}

async function start(): Promise<void> {
  loadBeneath()
  i18n.on('change', () => void loadOwn(i18n.locale))
  await loadOwn(i18n.locale)
}

/** Resolves when the page can be shown. On another host, nothing waits for the settings. */
export async function startOwnTexts(queryClient: QueryClient): Promise<void> {
  if (ownTexts.now) await start()
  else void followSettings(queryClient).catch(() => {})
}
