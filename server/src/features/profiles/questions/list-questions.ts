import type { Question } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { answersOf } from './answers.sql.ts'
import { allQuestions } from './catalogue.ts'
import { toQuestion } from './to-question.ts'

export async function listQuestions({ db, caller }: Deps & Answering, accountId: string): Promise<Question[]> {
  const rows = await answersOf(db, accountId)
  const answers = new Map(rows.map((row) => [row.question_id, row]))
  return allQuestions.map((question) => toQuestion(question, answers.get(question.id), caller.language))
}
