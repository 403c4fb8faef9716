import { sql, type Insertable, type Selectable } from 'kysely'
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

/**
 * The same for a question that needs the consent to use special categories of data; undefined without it. Withdrawing
 * the consent at the same moment waits, and then takes the answer, too.
 */
export const saveAnswerWithConsent = async (
  db: Db,
  accountId: string,
  questionId: string,
  { answer, accepted, importance, shown }: AnswerValues,
  at: Date,
): Promise<AnswerRow | undefined> =>
  (
    await sql<AnswerRow>`
      insert into answers (account_id, question_id, answer, accepted, importance, shown, skipped, at)
      (select account_id, ${questionId}::text, ${answer}::smallint, ${accepted}::smallint[], ${importance}::smallint,
        ${shown}::boolean, false, ${at}::timestamptz
        from consents where account_id = ${accountId} and kind = 'special_category' and withdrawn_at is null for share)
      on conflict (account_id, question_id) do update set answer = excluded.answer, accepted = excluded.accepted,
        importance = excluded.importance, shown = excluded.shown, skipped = excluded.skipped, at = excluded.at
      returning *`.execute(db)
  ).rows[0]

export const deleteAnswer = (db: Db, accountId: string, questionId: string) =>
  db.deleteFrom('answers').where('account_id', '=', accountId).where('question_id', '=', questionId).execute()
