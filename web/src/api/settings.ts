import type { PublicSettings } from '@kindred/contract/operations/system'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isObject } from './failure.ts'
import { statusQuery } from './queries.ts'

/** The brand in the page's head, if the server has filled it in. */
function siteName(): string | undefined {
  if (typeof document === 'undefined') return undefined
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  return name?.startsWith('%') ? undefined : name
}

/** Defaults until the server's settings have loaded. */
export const defaultSettings: PublicSettings = {
  brand: siteName() ?? 'Kindred',
  supportEmail: 'support@kindred.example',
  demo: false,
  development: false,
  googleClientId: null,
  facebookAppId: null,
  stripePublishableKey: null,
  passkeyHost: null,
  publicTransparency: false,
  relays: false,
  currency: 'EUR',
  prices: {},
  automaticTax: false,
  trialDays: {},
  yourTurnLimit: 0,
  figures: [],
}

type Embedded = PublicSettings & { build?: string }
const isInPage = (value: unknown): value is Embedded => isObject(value) && typeof value['brand'] === 'string'

/** Settings that the server embedded in the page, so that nothing waits or jumps. Otherwise, they are fetched. */
function readEmbedded(): Embedded | null {
  try {
    const embedded: unknown = JSON.parse(
      document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content ?? '',
    )
    return isInPage(embedded) ? embedded : null
  } catch {
    return null
  }
}

const embedded = readEmbedded()

/** The operator's languages and texts. Undefined until another host's page has loaded its settings. */
export const ownTexts: { now?: PublicSettings['texts'] } = { now: embedded?.texts }
export const mayHaveOwnTexts = !embedded || embedded.texts

export function useSettings(): PublicSettings {
  const { data } = useQuery({ ...statusQuery, enabled: embedded === null })
  return data?.settings ?? embedded ?? defaultSettings
}

/** Sets the title and description of the page. Private pages need no description. */
export function usePage(title: string, description?: string): void {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = title === brand ? brand : `${title} · ${brand}`
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (meta) meta.content = description ?? ''
  }, [title, brand, description])
}

/** True if this page can use passkeys: they belong to its host, and the browser supports them. */
export const usePasskeysWork = (): boolean =>
  useSettings().passkeyHost === location.hostname && 'PublicKeyCredential' in window

/** The build of the server that served this page, or null if another host did. */
export const pageBuild: string | null = embedded?.build ?? null

/** A function rather than a hook, because route guards run before anything is rendered. */
export const isDevelopment = (): boolean => (embedded ?? defaultSettings).development
