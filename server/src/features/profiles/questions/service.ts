import { ApiError, type Answer, type Question } from '@kindred/contract'
import type { Selectable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Answers } from '../../../infra/db/schema.ts'
import { allQuestions, questionById, type CatalogueQuestion } from './catalogue.ts'

export { personalData } from './personal-data.ts'

export { questionById } from './catalogue.ts'
export type AnswerRow = Selectable<Answers>

const told = ({ id, theme, text, answers }: CatalogueQuestion, row: AnswerRow | undefined): Question => ({
  _id: id,
  theme,
  text,
  answers,
  mine:
    row && !row.skipped
      ? {
          answer: row.answer,
          accepted: row.accepted,
          importance: row.importance as Answer['importance'],
          shown: row.shown,
        }
      : null,
  skipped: row?.skipped ?? false,
})

export async function questionsFor({ db }: Deps, accountId: string): Promise<Question[]> {
  const rows = await answersOf(db, accountId)
  const mine = new Map(rows.map((row) => [row.question_id, row]))
  return allQuestions.map((question) => told(question, mine.get(question.id)))
}

/** What somebody answered, and what they skipped. */
const answersOf = (db: Db, accountId: string): Promise<AnswerRow[]> =>
  db.selectFrom('answers').selectAll().where('account_id', '=', accountId).execute()

export async function answer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  questionId: string,
  said: Answer | { skip: true },
): Promise<Question> {
  const question = questionById.get(questionId)
  if (!question) throw new ApiError('not_found', 'There is no such question.')
  const values = 'skip' in said ? skipped : valuesOf(question, said)
  const row = await db
    .insertInto('answers')
    .values({ ...values, account_id: accountId, question_id: questionId, at: clock.now() })
    .onConflict((kept) => kept.columns(['account_id', 'question_id']).doUpdateSet({ ...values, at: clock.now() }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return told(question, row)
}

const skipped = { answer: 0, accepted: [], importance: 0, shown: false, skipped: true }

function valuesOf({ answers }: CatalogueQuestion, { answer: chosen, accepted, importance, shown }: Answer) {
  const wrong = [chosen, ...accepted].find((each) => each >= answers.length)
  if (wrong !== undefined)
    throw new ApiError('invalid_request', 'There is no such answer.', {
      errors: [{ path: wrong === chosen ? 'answer' : 'accepted', msg: 'There is no such answer.' }],
    })
  return { answer: chosen, accepted: [...new Set(accepted)], importance, shown, skipped: false }
}

export const withdraw = ({ db }: Deps, accountId: string, questionId: string) =>
  db.deleteFrom('answers').where('account_id', '=', accountId).where('question_id', '=', questionId).execute()
