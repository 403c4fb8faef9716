import { type Answer, storedMessage, type Question } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { write } from '../../../infra/language/write.ts'
import type { AnswerRow } from './answers.sql.ts'
import type { CatalogueQuestion } from './catalogue.ts'

const toAnswer = ({ answer, accepted, importance, shown }: AnswerRow): Answer => ({
  answer,
  accepted,
  // A check constraint of the table allows these weights only.
  importance: importance as Answer['importance'],
  shown,
})

export const toQuestion = (
  { id, theme, text, answers }: CatalogueQuestion,
  row: AnswerRow | undefined,
  language: Language,
): Question => ({
  _id: id,
  theme,
  text: write(language, text),
  answers: answers.map((each) => write(language, storedMessage(each, {}, text))),
  mine: row && !row.skipped ? toAnswer(row) : null,
  skipped: row?.skipped ?? false,
})
