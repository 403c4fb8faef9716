import type { Configuration, Rule } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { fillIn, isTranslated } from '../../../infra/language/catalogs.ts'
import { write } from '../../../infra/language/write.ts'

/** Prefers the operator's translation, then our catalog, then English. */
export const rulesIn = (rules: Configuration['rules'], language: Language): Rule[] =>
  rules.map(
    ({ translations, title, text }) =>
      (language === 'en' ? undefined : translations?.[language]) ?? {
        title: write(language, title),
        text: write(language, text),
      },
  )

const open = { name: '{name}', report: '{report}', brand: '{brand}' }

/** Titles are in the language of the staff member, texts in the reader's. */
export const repliesIn = (replies: Configuration['cannedReplies'], language: Language, staff: Language) =>
  replies.map(({ code, title, text, translations }) => {
    const own = language === 'en' ? text : translations?.[language]
    // Operators' texts have no placeholder syntax, so only our own are filled in.
    return {
      code,
      title: write(staff, title),
      text: own ?? (isTranslated(language, text) ? fillIn(language, { text, key: text }, open) : text),
    }
  })
