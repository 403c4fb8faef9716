import type { Configuration, Rule } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { write } from '../../../infra/language/write.ts'

/** The community rules in a language: as the operator put them, else as our catalog does, else in English. */
export const rulesIn = (rules: Configuration['rules'], language: Language): Rule[] =>
  rules.map(
    ({ translations, title, text }) =>
      (language === 'en' ? undefined : translations?.[language]) ?? {
        title: write(language, title),
        text: write(language, text),
      },
  )
