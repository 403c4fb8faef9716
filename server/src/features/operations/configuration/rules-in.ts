import type { Configuration, Rule } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'

/** The community rules in a language, each in English if its translation is missing. */
export const rulesIn = (rules: Configuration['rules'], language: Language): Rule[] =>
  rules.map(({ translations, ...english }) => (language === 'en' ? undefined : translations?.[language]) ?? english)
