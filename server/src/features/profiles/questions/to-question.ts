import type { Answer, Question } from '@kindred/contract'
import type { AnswerRow } from './answers.sql.ts'
import type { CatalogueQuestion } from './catalogue.ts'

const toAnswer = ({ answer, accepted, importance, shown }: AnswerRow): Answer => ({
  answer,
  accepted,
  // A check constraint of the table allows these weights only.
  importance: importance as Answer['importance'],
  shown,
})

export const toQuestion = ({ id, theme, text, answers }: CatalogueQuestion, row: AnswerRow | undefined): Question => ({
  _id: id,
  theme,
  text,
  answers,
  mine: row && !row.skipped ? toAnswer(row) : null,
  skipped: row?.skipped ?? false,
})
