import {
  askedAs,
  OWN_THEME,
  type OwnQuestion,
  type QuestionBank,
  storedMessage,
  type Text,
  themes,
  translationIn,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSpecialQuestion } from '../consents/special-category.ts'
import { write } from '../../../infra/language/write.ts'

type Theme = (typeof themes)[number]
type Entry = [id: string, text: string, answers: string[]]
type Words = { text: string; answers: string[] }
export type CatalogueQuestion = Words & {
  id: string
  theme: Theme | typeof OWN_THEME
  /** True if answers need the consent to special categories of data. */
  sensitive: boolean
  /** Of the operator’s questions. Ours are translated in the catalogs. */
  translations?: OwnQuestion['translations']
}

// The file is part of the source code, and questions.test.ts checks its themes and entries.
const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as Record<
  Theme,
  Entry[]
>
const longest = Math.max(...themes.map((theme) => catalogue[theme].length))

/** Themes alternate, so that none becomes tiring. */
export const allQuestions: readonly CatalogueQuestion[] = Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
  themes.flatMap((theme) => {
    const entry = catalogue[theme][at]
    if (!entry) return []
    const [id, text, answers] = entry
    return [{ id, theme, text, answers, sensitive: isSpecialQuestion(id) }]
  }),
)

/** The questions that members are asked, in order, and the ones that count in scores. */
export type Questions = ReadonlyMap<string, CatalogueQuestion>

const byId = (questions: readonly CatalogueQuestion[]): Questions =>
  new Map(questions.map((question) => [question.id, question]))

/** As installed. */
export const ourQuestions = byId(allQuestions)

const toOwn = ({ id, text, answers, translations, sensitive = false }: OwnQuestion): CatalogueQuestion => ({
  id: askedAs(id),
  theme: OWN_THEME,
  text,
  answers,
  sensitive,
  translations,
})

const made = new WeakMap<QuestionBank, Questions>()

/** Our questions, the operator’s, or both, without retired ones. A version’s questions are listed once. */
export function questionsIn(bank: QuestionBank | undefined): Questions {
  if (!bank) return ourQuestions
  const known = made.get(bank)
  if (known) return known
  const own = bank.own.filter(({ retiredAt }) => !retiredAt).map(toOwn)
  const all = byId([...own, ...(bank.ours === false ? [] : allQuestions)])
  made.set(bank, all)
  return all
}

type Written = { text: Text; answers: Text[] }

/** Ours as messages, and the operator’s in the language, or in English if there is no translation. */
export function valuesOf({ theme, text, answers, translations }: CatalogueQuestion, language: Language): Written {
  if (theme === OWN_THEME) return translationIn(translations, language) ?? { text, answers }
  return { text: storedMessage(text), answers: answers.map((each) => storedMessage(each, {}, text)) }
}

/** A question and its answers in a language. The operator’s own words aren’t looked up in a catalog. */
export function wordsIn(question: CatalogueQuestion, language: Language): Words {
  const inWords = (each: Text) => (typeof each === 'string' ? each : write(language, each))
  const { text, answers } = valuesOf(question, language)
  return { text: inWords(text), answers: answers.map(inWords) }
}
