import * as z from 'zod/mini'
import type { Language } from '../languages.ts'

export type Translations<Text> = { [Other in Exclude<Language, 'en'>]?: Text | undefined } | undefined

/** The operator's own words in a language, which callers replace with the English ones if there are none. */
export const translationIn = <Text>(translations: Translations<Text>, language: Language): Text | undefined =>
  language === 'en' ? undefined : translations?.[language]

/** The operator's translations of a text. English is the fallback. */
export const translated = <T extends z.ZodMiniType>(into: T) => {
  const other = z.optional(into)
  const others = { de: other, fr: other, es: other, 'pt-BR': other, ar: other }
  return z.optional(z.strictObject(others satisfies Record<Exclude<Language, 'en'>, unknown>))
}
