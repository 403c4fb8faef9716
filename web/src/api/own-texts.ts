import type { DocumentName } from '@kindred/contract/operations/documents'
import { useLingui } from '@lingui/react/macro'
import { useSettings } from './settings.ts'

/** True if the operator's own text replaces ours. */
export const useIsOwn = (name: DocumentName): boolean => useSettings().documents?.own.includes(name) ?? false

/** The operator's further pages, with titles in the reader's language. */
export function useOwnPages(): { slug: string; title: string }[] {
  const { i18n } = useLingui()
  const pages = useSettings().documents?.pages ?? []
  return pages.map(({ slug, titles }) => ({ slug, title: titles[i18n.locale] ?? titles['en'] ?? slug }))
}
