import type { FraudWarningState } from '@kindred/contract'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { nameSeen } from '../../discovery/index.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { FraudWarnings } from '../../../infra/db/schema.ts'

export type ReaderRow = {
  id: string
  name: string
  language: string | null
  answered: boolean
  sender_name: string | null
}

/**
 * Everyone who received a message or a note with a like from someone, and whether they answered. Deleted messages and
 * ended matches count, because they have been read.
 */
const readersOf = (senderId: string) => sql`
  with talks as materialized (
    select m.id as match_id, case when m.a_id = ${senderId} then m.b_id else m.a_id end as reader_id
    from matching_matches m where m.a_id = ${senderId} or m.b_id = ${senderId}),
  wrote as materialized (
    select g.match_id, bool_or(g.sender_id = ${senderId}) as sender, bool_or(g.sender_id <> ${senderId}) as reader
    from talks t join chat_messages g on g.match_id = t.match_id group by 1),
  noted as materialized (
    select distinct n.reader_id from profiles_shown_texts n where n.author_id = ${senderId} and n.place = 'note'),
  read as materialized (
    select n.reader_id from noted n
      join matching_reached r on r.chosen_id = n.reader_id and r.chooser_id = ${senderId})
  select o.id, o.full_name as name, o.language, bool_or(coalesce(w.reader, false)) as answered,
    ${nameSeen(sql`o.id`, sql`${senderId}::uuid`, sql`null`)} as sender_name
  from (
    select t.reader_id from talks t join wrote w on w.match_id = t.match_id where w.sender
    union select reader_id from read) r
    join identity_people o on o.id = r.reader_id
    left join (talks t join wrote w on w.match_id = t.match_id) on t.reader_id = r.reader_id
  where o.state not in ('erased', 'banned') group by o.id, o.full_name, o.language`

type Counts = { received: number; answered: number }

type Listed = Omit<ReaderRow, 'sender_name'>

/**
 * There may be thousands of readers, so this returns only their number and the first `limit`, without the name by which
 * each knows the sender.
 */
export async function findReaders(db: Db, senderId: string, limit: number): Promise<Counts & { first: Listed[] }> {
  const { rows } = await sql<Listed & { counts: Counts }>`
    select r.id, r.name, r.language, r.answered, jsonb_build_object('received', count(*) over (),
      'answered', count(*) filter (where answered) over ()) as counts
    from (${readersOf(senderId)}) r order by answered desc, id limit ${limit}`.execute(db)
  return { ...(rows[0]?.counts ?? { received: 0, answered: 0 }), first: rows }
}

export async function countReaders(db: Db, senderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${readersOf(senderId)}) r`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findReader(db: Db, senderId: string, readerId: string): Promise<ReaderRow | undefined> {
  const { rows } = await sql<ReaderRow>`select * from (${readersOf(senderId)}) r where id = ${readerId}`.execute(db)
  return rows[0]
}

export async function findUnwarned(tx: Tx, senderId: string, decisionId: string, limit: number): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select * from (${readersOf(senderId)}) r
    where not exists (select from fraud_notices n where n.decision_id = ${decisionId} and n.account_id = r.id)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** No one is warned about a deleted account, or told that such a warning was wrong. */
export const isNotErased = async (db: Db | Tx, id: string): Promise<boolean> =>
  (await db
    .selectFrom('identity_people')
    .select('id')
    .where('id', '=', id)
    .where('state', '!=', 'erased')
    .executeTakeFirst()) !== undefined

export type WarningRow = Omit<Selectable<FraudWarnings>, 'state'> & { state: FraudWarningState }

type NewWarning = { decision_id: string; due_at: Date; latest_at: Date }

export const insertWarning = (tx: Tx, warning: NewWarning) =>
  tx
    .insertInto('fraud_warnings')
    .values({ ...warning, state: 'planned' })
    .execute()

export const lockWarning = (tx: Tx, decisionId: string): Promise<WarningRow | undefined> =>
  tx
    .selectFrom('fraud_warnings')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .forUpdate()
    .$castTo<WarningRow>()
    .executeTakeFirst()

export const saveWarning = (tx: Tx, decisionId: string, values: Updateable<FraudWarnings>) =>
  tx
    .updateTable('fraud_warnings')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('decision_id', '=', decisionId)
    .execute()

export const cancelWarning = (tx: Tx, decisionId: string, now: Date) =>
  tx
    .updateTable('fraud_warnings')
    .set((eb) => ({ state: 'canceled', finished_at: now, version: eb('version', '+', 1) }))
    .where('decision_id', '=', decisionId)
    .where('state', 'in', ['planned', 'held'])
    .execute()

/**
 * Schedules corrections each time the ban ends: recipients who know that it was lifted also hear that it was a mistake.
 * Returns true if there are any.
 */
export async function planCorrections(tx: Tx, decisionId: string, now: Date): Promise<boolean> {
  await tx.updateTable('fraud_notices').set({ corrected_at: null }).where('decision_id', '=', decisionId).execute()
  const { rows } = await sql`
    update fraud_warnings w set correction_due_at = ${now}, corrected_at = null, version = version + 1
    where w.decision_id = ${decisionId}
      and exists (select from fraud_notices n where n.decision_id = w.decision_id) returning 1`.execute(tx)
  return rows.length > 0
}

/** A condition on the subject's id. Warnings about someone who is still banned for fraud need no correction. */
const isBannedForFraud = (subjectId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from decisions b where b.subject_id = ${subjectId} and b.kind = 'ban' and b.is_fraud and b.state = 'in_force')`

/** While another ban for fraud applies, corrections wait. */
export const findDueCorrections = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select w.decision_id as id from fraud_warnings w join decisions d on d.id = w.decision_id
    where w.correction_due_at is not null and w.corrected_at is null and not ${isBannedForFraud(sql`d.subject_id`)}
    order by w.correction_due_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** The caller has locked the account, so no ban begins concurrently. */
export const mustWait = async (tx: Tx, subjectId: string): Promise<boolean> =>
  (await sql<{ waits: boolean }>`select ${isBannedForFraud(sql`${subjectId}`)} as waits`.execute(tx)).rows[0]?.waits ===
  true

type Uncorrected = Pick<ReaderRow, 'id' | 'sender_name'>

export async function findUncorrected(tx: Tx, decisionId: string, limit: number): Promise<Uncorrected[]> {
  const { rows } = await sql<Uncorrected>`
    select n.account_id as id, ${nameSeen(sql`n.account_id`, sql`d.subject_id`, sql`n.at`)} as sender_name
    from fraud_notices n join decisions d on d.id = n.decision_id
    where n.decision_id = ${decisionId} and n.corrected_at is null order by n.account_id limit ${limit}`.execute(tx)
  return rows
}

export const saveCorrected = (tx: Tx, decisionId: string, accountId: string, corrected_at: Date) =>
  tx
    .updateTable('fraud_notices')
    .set({ corrected_at })
    .where('decision_id', '=', decisionId)
    .where('account_id', '=', accountId)
    .execute()

export async function findDueWarnings(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.decision_id as id from fraud_warnings w join decisions d on d.id = w.decision_id
    where w.state in ('planned', 'held') and d.settled_at is not null
      and case w.state when 'planned' then w.due_at else w.latest_at end <= ${now}
    order by w.latest_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

type Named = { subject_id: string; subject: string | null; holder: string | null; sent: number }

export async function findWarning(db: Db, decisionId: string): Promise<(WarningRow & Named) | undefined> {
  const { rows } = await sql<WarningRow & Named>`
    select w.*, d.subject_id, s.full_name as subject, h.full_name as holder,
      (select count(*)::int from fraud_notices n where n.decision_id = w.decision_id) as sent
    from fraud_warnings w join decisions d on d.id = w.decision_id
      left join identity_people s on s.id = d.subject_id left join identity_people h on h.id = w.held_by
    where w.decision_id = ${decisionId}`.execute(db)
  return rows[0]
}

export type NoticeRow = {
  account_id: string
  name: string | null
  answered: boolean
  at: Date
  mail: 'none' | 'sent' | 'queued' | 'failed'
}

const MOST_LISTED = 200

export async function findNotices(db: Db, decisionId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.account_id, p.full_name as name, n.answered, n.at,
      case when n.mail_id is null then 'none' when coalesce(n.mail_sent_at, m.sent_at) is not null then 'sent'
        when m.id is not null and m.last_error is null then 'queued' else 'failed' end as mail
    from (select * from fraud_notices where decision_id = ${decisionId}
        order by at, account_id limit ${MOST_LISTED}) n
      left join identity_people p on p.id = n.account_id left join delivery_mails m on m.id = n.mail_id
    order by n.at, n.account_id`.execute(db)
  return rows
}

export async function insertNotice(
  tx: Tx,
  notice: { decision_id: string; account_id: string; answered: boolean; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('fraud_notices')
    .values(notice)
    .onConflict((row) => row.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const saveMailOf = (tx: Tx, decisionId: string, accountId: string, mail_id: string) =>
  tx
    .updateTable('fraud_notices')
    .set({ mail_id })
    .where('decision_id', '=', decisionId)
    .where('account_id', '=', accountId)
    .execute()

/** Runs before the emails are deleted: a deleted email without a record was never sent. */
export const saveSentMails = (db: Db) =>
  sql`update fraud_notices n set mail_sent_at = m.sent_at from delivery_mails m
    where n.mail_sent_at is null and n.mail_id is not null and m.id = n.mail_id and m.sent_at is not null`.execute(db)
