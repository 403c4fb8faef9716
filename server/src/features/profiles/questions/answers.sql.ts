import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Answers } from '../../../infra/db/schema.ts'

export type AnswerRow = Selectable<Answers>
export type AnswerValues = Omit<Insertable<Answers>, 'account_id' | 'question_id' | 'at'>

/** Every question that the member answered or skipped. */
export const answersOf = (db: Db, accountId: string): Promise<AnswerRow[]> =>
  db.selectFrom('answers').selectAll().where('account_id', '=', accountId).execute()

export const saveAnswer = (db: Db, account_id: string, question_id: string, values: AnswerValues, at: Date) =>
  db
    .insertInto('answers')
    .values({ ...values, account_id, question_id, at })
    .onConflict((row) => row.columns(['account_id', 'question_id']).doUpdateSet({ ...values, at }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteAnswer = (db: Db, accountId: string, questionId: string) =>
  db.deleteFrom('answers').where('account_id', '=', accountId).where('question_id', '=', questionId).execute()
