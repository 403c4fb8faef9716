import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Answers } from '../../../infra/db/schema.ts'

export type AnswerRow = Selectable<Answers>
type AnswerValues = Omit<Insertable<Answers>, 'account_id' | 'question_id' | 'at'>

export const answersOf = (db: Db, accountId: string): Promise<AnswerRow[]> =>
  db.selectFrom('answers').selectAll().where('account_id', '=', accountId).execute()

export const saveAnswer = (tx: Tx, account_id: string, question_id: string, values: AnswerValues, at: Date) =>
  tx
    .insertInto('answers')
    .values({ ...values, account_id, question_id, at })
    .onConflict((row) => row.columns(['account_id', 'question_id']).doUpdateSet({ ...values, at }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteAnswer = (tx: Tx, accountId: string, questionId: string) =>
  tx.deleteFrom('answers').where('account_id', '=', accountId).where('question_id', '=', questionId).execute()

/**
 * Updates the answer sheets that scores are computed from. The caller has locked the accounts, so the second of two
 * concurrent changes sees the first. Private answers count in no score, for either side, because changes in a score
 * could reveal them.
 */
export const writeAnswerSheets = (tx: Tx, accountIds: readonly string[]) =>
  sql`
    with sheets as (
      select account_id, jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance)) as answers
      from answers where account_id = any(${accountIds}::uuid[]) and not skipped and shown group by account_id),
    emptied as (
      delete from answer_sheets where account_id = any(${accountIds}::uuid[])
        and account_id not in (select account_id from sheets))
    insert into answer_sheets (account_id, answers) select account_id, answers from sheets
    on conflict (account_id) do update set answers = excluded.answers`.execute(tx)
