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

/** Used until the server’s own settings are known. */
export const plain: PublicSettings = {
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
  figures: [],
}

type InPage = PublicSettings & { build?: string }
const isInPage = (value: unknown): value is InPage => isObject(value) && typeof value['brand'] === 'string'

/** The settings that the server wrote into the page, so that nothing waits or jumps. Without them we request them. */
function inPage(): InPage | null {
  try {
    const written: unknown = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content ?? '')
    return isInPage(written) ? written : null
  } catch {
    return null
  }
}

const written = inPage()

export function useSettings(): PublicSettings {
  const { data } = useQuery({ ...statusQuery, enabled: written === null })
  return written ?? data?.settings ?? plain
}

/** The page's own title and description. One that only its member opens needs none. */
export function usePage(title: string, description?: string): void {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = title === brand ? brand : `${title} · ${brand}`
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (meta) meta.content = description ?? ''
  }, [title, brand, description])
}

/** Whether passkeys can be used on this page: it is at the host that they belong to, in a browser that knows them. */
export const usePasskeysWork = (): boolean =>
  useSettings().passkeyHost === location.hostname && 'PublicKeyCredential' in window

/** Which build the server had when it served this page; null where the page was not served by it. */
export const pageBuild: string | null = written?.build ?? null

/** For guards, which run before anything is shown. */
export const isDevelopment = (): boolean => (written ?? plain).development
