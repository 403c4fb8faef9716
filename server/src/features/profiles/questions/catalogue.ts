import { themes } from '@kindred/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Written = [id: string, text: string, answers: string[]]
export type CatalogueQuestion = { id: string; theme: (typeof themes)[number]; text: string; answers: string[] }

const written = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as Record<
  (typeof themes)[number],
  Written[]
>

/** The questions in the order in which they are asked: a theme after another would tire, so they alternate. */
export const allQuestions: readonly CatalogueQuestion[] = Array.from({ length: 200 }, (_, at) => at).flatMap((at) =>
  themes.flatMap((theme) => {
    const question = written[theme][at]
    return question ? [{ id: question[0], theme, text: question[1], answers: question[2] }] : []
  }),
)

export const questionById: ReadonlyMap<string, CatalogueQuestion> = new Map(
  allQuestions.map((question) => [question.id, question]),
)
