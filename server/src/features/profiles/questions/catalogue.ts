import { themes } from '@kindred/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Theme = (typeof themes)[number]
type Entry = [id: string, text: string, answers: string[]]
export type CatalogueQuestion = { id: string; theme: Theme; text: string; answers: string[] }

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
    return entry ? [{ id: entry[0], theme, text: entry[1], answers: entry[2] }] : []
  }),
)

export const questionById: ReadonlyMap<string, CatalogueQuestion> = new Map(
  allQuestions.map((question) => [question.id, question]),
)
