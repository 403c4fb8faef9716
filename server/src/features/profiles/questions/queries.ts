import { OWN_PREFIX } from '@kindred/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ExpiredQuestions } from '../../operations/index.ts'
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

const isAmong = (question: RawBuilder<unknown>, { ids, ours }: ExpiredQuestions) =>
  sql`(${question} = any(${ids}::text[]) or (${ours} and not starts_with(${question}, ${OWN_PREFIX})))`

/** A page of the accounts that answered one of these questions, or had answers hidden with a withdrawn consent. */
export const accountsWithAnswersTo = async (
  db: Db,
  expired: ExpiredQuestions,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      (select distinct account_id as id from answers
        where account_id > ${after}::uuid and ${isAmong(sql`question_id`, expired)} order by account_id limit ${limit})
      union
      (select account_id from withdrawn_details w
        where account_id > ${after}::uuid and kind = 'special_category'
          and exists (select from jsonb_array_elements(w.details -> 'answers') hidden
            where ${isAmong(sql`hidden ->> 'question_id'`, expired)}) order by account_id limit ${limit})
      order by id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

/** In order, so that two batches can’t deadlock. */
export const holdAccounts = (tx: Tx, accountIds: readonly string[]) =>
  sql`select identity_lock(id) from (select unnest(${accountIds}::uuid[]) as id order by id) ordered`.execute(tx)

/** The caller has locked the accounts. */
export const eraseAnswersTo = (tx: Tx, accountIds: readonly string[], expired: ExpiredQuestions) =>
  sql`
    with hidden as (
      update withdrawn_details w set details = jsonb_set(w.details, '{answers}', coalesce((
        select jsonb_agg(each) from jsonb_array_elements(w.details -> 'answers') each
        where not ${isAmong(sql`each ->> 'question_id'`, expired)}), '[]'))
      where w.account_id = any(${accountIds}::uuid[]) and w.kind = 'special_category' and w.details ? 'answers')
    delete from answers where account_id = any(${accountIds}::uuid[]) and ${isAmong(sql`question_id`, expired)}`.execute(
    tx,
  )
