import { languages, type Language } from '@kindred/contract/languages'
import type { ProductText, Replacement, Texts } from '@kindred/contract/operations/texts'
import { keyOf } from '../../api/texts-client.ts'

/** The operator's words with others for one text. Without any, ours are shown. */
export function withReplacement(own: readonly Replacement[], text: ProductText, replacement: string): Replacement[] {
  const at = own.findIndex((each) => keyOf(each) === keyOf(text))
  if (replacement === '') return own.filter((_, each) => each !== at)
  const next = { text: text.text, ...(text.context ? { context: text.context } : {}), replacement }
  return at < 0 ? [...own, next] : own.with(at, next)
}

/** Without anything set, the section goes, so that the installation is as it was. */
export function withoutDefaults({ languages: offered, default: fallback, replacements }: Texts): Texts | null {
  const kept = Object.entries(replacements ?? {}).filter(([, all]) => all && all.length > 0)
  const next = {
    ...(offered && offered.length < languages.length ? { languages: offered } : {}),
    ...(fallback ? { default: fallback } : {}),
    ...(kept.length > 0 ? { replacements: Object.fromEntries(kept) } : {}),
  }
  return Object.keys(next).length > 0 ? next : null
}

export const withReplacements = (texts: Texts, language: Language, own: Replacement[]): Texts | null =>
  withoutDefaults({ ...texts, replacements: { ...texts.replacements, [language]: own } })
