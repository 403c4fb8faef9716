import { type Language, languageOf, languages } from '@kindred/contract/languages'
import type { Configuration } from '@kindred/contract/operations/configuration'
import { pushTexts } from '@kindred/contract/operations/texts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLingui } from '@lingui/react'
import { field, isObject } from '../../api/failure.ts'
import type { Section } from './sections.ts'

/** The paths that the last save was refused for and that haven’t been corrected since. */
export type Refused = { refused: readonly string[]; refusal: unknown }

export const valueAt = (whole: unknown, path: string): unknown =>
  path.split('.').reduce((part: unknown, step) => (isObject(part) ? part[step] : undefined), whole)

/** True if the section has the field with this path. The texts of pushes are in two sections. */
export function hasField(
  { id, settings }: Pick<Section, 'id' | 'settings'>,
  path: string,
  draft: Configuration,
): boolean {
  const steps = path.split('.')
  if (settings.some((setting) => setting === steps[0])) return true
  if (id !== 'emails' || steps[1] !== 'replacements') return false
  const text = field(valueAt(draft, steps.slice(0, 4).join('.')), 'text')
  return text !== undefined && pushTexts.includes(text)
}

/** Shows what needs correction, after a refused save and on opening a section later. */
export function useAfterRefusal({ refused, refusal }: Refused, show: (paths: readonly string[]) => void): void {
  const showRefused = useEffectEvent(() => {
    if (refused.length > 0) show(refused)
  })
  useEffect(() => showRefused(), [refusal])
}

const languageIn = (path: string): Language | undefined => {
  const steps = path.split('.')
  return languages.find((language) => steps.includes(language))
}

/**
 * The language of the texts of a setting. It begins with the reader's, so that they don't write theirs into the English
 * text by mistake. It changes to one that needs correction, unless the chosen one does, too. Texts without translations
 * are in English, and so is what is added to a list.
 */
export function useTextLanguage(page: Refused, isOwn: (path: string) => boolean, first?: Language) {
  const { i18n } = useLingui()
  const [language, setLanguage] = useState<Language>(first ?? languageOf(i18n.locale) ?? 'en')
  useAfterRefusal(page, (paths) => {
    const wrong = paths.filter(isOwn).map((path) => languageIn(path) ?? 'en')
    if (wrong[0] && !wrong.includes(language)) setLanguage(wrong[0])
  })
  return [language, setLanguage] as const
}

export const within = (prefix: string) => (path: string) => path.startsWith(`${prefix}.`)
