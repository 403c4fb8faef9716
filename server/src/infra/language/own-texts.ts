import { type Language, languages } from '@kindred/contract/languages'
import { createHash } from 'node:crypto'
import { keyOf } from './key-of.ts'

// What the operator has set about texts and languages. A process serves one installation, and every text it writes
// depends on this, so it is applied to the whole process whenever a newer configuration has been read.

type Replacement = { text: string; context?: string | undefined; replacement: string }

/** The part of the configuration, as the contract defines it. */
export type OwnTexts = {
  languages?: readonly Language[] | undefined
  default?: Language | undefined
  replacements?: { readonly [Each in Language]?: readonly Replacement[] | undefined } | undefined
}

type Applied = {
  offered: readonly Language[]
  fallback: Language | undefined
  replacements: ReadonlyMap<Language, ReadonlyMap<string, string>>
  /** Changes with the replacements of a language. */
  versions: ReadonlyMap<Language, string>
}

const asInstalled: Applied = { offered: languages, fallback: undefined, replacements: new Map(), versions: new Map() }

let applied = asInstalled
let source: OwnTexts | undefined
const listeners: (() => void)[] = []

export function applyTexts(texts: OwnTexts | undefined): void {
  if (texts === source) return
  source = texts
  const each = languages.flatMap((language) => {
    const all = texts?.replacements?.[language] ?? []
    return all.length > 0 ? [[language, all] as const] : []
  })
  applied = {
    offered: texts?.languages ? languages.filter((language) => texts.languages?.includes(language)) : languages,
    fallback: texts?.default,
    replacements: new Map(
      each.map(([language, all]) => [
        language,
        new Map(all.map(({ text, context, replacement }) => [keyOf(text, context), replacement])),
      ]),
    ),
    versions: new Map(
      each.map(([language, all]) => [
        language,
        createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12),
      ]),
    ),
  }
  for (const listener of listeners) listener()
}

export const onTexts = (listener: () => void): void => void listeners.push(listener)

export const replacementOf = (language: Language, key: string): string | undefined =>
  applied.replacements.get(language)?.get(key)

export const replacedTexts = (language: Language): ReadonlyMap<string, string> =>
  applied.replacements.get(language) ?? new Map()

export const replacementVersions = (): ReadonlyMap<Language, string> => applied.versions

export const offeredLanguages = (): readonly Language[] => applied.offered

export const isOffered = (language: Language): boolean => applied.offered.includes(language)

/** The language of readers whose own isn't offered. Without a choice of the operator, it is the installation's. */
export const fallbackLanguage = (installed: Language): Language => {
  const fallback = applied.fallback ?? installed
  return isOffered(fallback) ? fallback : (applied.offered[0] ?? 'en')
}
