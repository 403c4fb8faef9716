import { useLingui } from '@lingui/react/macro'

/** The domains at which an address lets people join, as one text. A domain stands for its subdomains, too, if both count. */
export function useDomains(domains: readonly string[] = []): string {
  const { i18n } = useLingui()
  const named = domains.filter((domain) => !domain.startsWith('*.') || !domains.includes(domain.slice(2)))
  return new Intl.ListFormat(i18n.locales ?? i18n.locale, { type: 'disjunction' }).format(named)
}
