import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { type DuePlan, isStillOn } from './plans.sql.ts'

type Candidate = DuePlan & { time_zone: string }

export const lockUnprompted = async (tx: Tx, from: Date, until: Date, limit: number): Promise<Candidate[]> =>
  (
    await sql<Candidate>`
      select p.id, p.match_id, p.starts_at, p.proposer_id as one_id, p.receiver_id as other_id, a.time_zone
      from date_plans p join identity_people a on a.id = p.proposer_id
      where p.state in ('accepted', 'done') and p.asked_at is null and p.starts_at >= ${from} and p.starts_at < ${until}
        and ${isStillOn}
      order by p.starts_at limit ${limit} for update of p skip locked`.execute(tx)
  ).rows

export const markPrompted = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.updateTable('date_plans').set({ asked_at: now }).where('id', 'in', ids).execute()

export type QuestionRow = { id: string; name: string | null; starts_at: Date }

export const openQuestions = async (db: Db, viewerId: string): Promise<QuestionRow[]> =>
  (
    await sql<QuestionRow>`
      select p.id, o.first_name as name, p.starts_at
      from date_plans p
        join identity_people o on o.id = case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end
      where ${viewerId} in (p.proposer_id, p.receiver_id) and p.asked_at is not null and ${isStillOn}
        and not exists (select from date_answers where plan_id = p.id and account_id = ${viewerId})
      order by p.starts_at desc limit 20`.execute(db)
  ).rows

export type AnswerRow = { id: string; name: string | null; starts_at: Date; met: boolean; again: boolean | null }

export const answersOf = async (db: Db, viewerId: string): Promise<AnswerRow[]> =>
  (
    await sql<AnswerRow>`
      select d.id, d.starts_at, d.met, d.again,
        (select o.first_name from date_plans p join identity_people o on o.id = d.other_id
          where p.id = d.plan_id and ${isStillOn}) as name
      from date_answers d where d.account_id = ${viewerId} order by d.starts_at desc limit 50`.execute(db)
  ).rows

export const isOrderLearning = async (db: Db): Promise<boolean> =>
  (await sql<{ from_dates: boolean }>`select from_dates from discovery_learning`.execute(db)).rows.some(
    ({ from_dates }) => from_dates,
  )

type AskedPlan = { id: string; starts_at: Date; other_id: string }

/** A date that the viewer may rate. Waits for their concurrent answers. */
export const lockAsked = async (tx: Tx, viewerId: string, id: string): Promise<AskedPlan | undefined> =>
  (
    await sql<AskedPlan>`
      select p.id, p.starts_at,
        case when p.proposer_id = ${viewerId} then p.receiver_id else p.proposer_id end as other_id
      from date_plans p
      where p.id = ${id} and ${viewerId} in (p.proposer_id, p.receiver_id) and p.asked_at is not null and ${isStillOn}
      for update of p`.execute(tx)
  ).rows[0]

type NewAnswer = {
  plan_id: string
  account_id: string
  other_id: string
  starts_at: Date
  met: boolean
  again: boolean | null
  answered_at: Date
}

export const saveAnswer = (tx: Tx, answer: NewAnswer) =>
  tx
    .insertInto('date_answers')
    .values(answer)
    .onConflict((row) =>
      row
        .columns(['plan_id', 'account_id'])
        .doUpdateSet({ met: answer.met, again: answer.again, answered_at: answer.answered_at }),
    )
    .execute()

export const lockMutualInterest = async (tx: Tx, from: Date, until: Date, limit: number): Promise<DuePlan[]> =>
  (
    await sql<DuePlan>`
      select p.id, p.match_id, p.starts_at, p.proposer_id as one_id, p.receiver_id as other_id
      from date_plans p
      where p.both_again_at is null and p.id in (
        select d.plan_id from date_answers d where d.again and d.answered_at >= ${from} and d.answered_at <= ${until})
        and (select count(*) from date_answers d
          where d.plan_id = p.id and d.again and d.answered_at <= ${until}) = 2
        and ${isStillOn}
      order by p.starts_at limit ${limit} for update of p skip locked`.execute(tx)
  ).rows

export const markMutualInterest = (tx: Tx, ids: readonly string[], now: Date) =>
  tx.updateTable('date_plans').set({ both_again_at: now }).where('id', 'in', ids).execute()

export const deleteAnswer = (db: Db, id: string, accountId: string) =>
  db
    .deleteFrom('date_answers')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
