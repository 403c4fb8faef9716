import type { Configuration, Rule } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { fillIn, isTranslated } from '../../../infra/language/catalogs.ts'
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

/** What the reply's writer fills in stays to be filled in. */
const open = { name: '{name}', report: '{report}', brand: '{brand}' }

/** The canned replies: titles for the staff who choose one, texts for the person who reads it. */
export const repliesIn = (replies: Configuration['cannedReplies'], language: Language, staff: Language) =>
  replies.map(({ code, title, text, translations }) => {
    const own = language === 'en' ? text : translations?.[language]
    // What operators wrote has no syntax, so only a text of ours is filled in.
    return {
      code,
      title: write(staff, title),
      text: own ?? (isTranslated(language, text) ? fillIn(language, { text, key: text }, open) : text),
    }
  })
