import type { SecondAnswer, SecondLookState } from '@kindred/contract'
import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { SecondLooks } from '../../../infra/db/schema.ts'
import { hasRightInSql } from '../../../infra/staff.ts'
import { hasJudge, type Judge, mayAnswer, mayRead } from './who-may.sql.ts'

type Narrowed = { state: SecondLookState; kind: SecondAnswer | null }
export type LookRow = Omit<Selectable<SecondLooks>, keyof Narrowed> &
  Narrowed & { answerer: string | null; raiser: string | null; closer: string | null }

export async function insertLook(tx: Tx, decisionId: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into second_looks (decision_id, drawn_at) select d.id, ${now} from decisions d
    where d.id = ${decisionId} and d.decided_by is not null and ${hasJudge}
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export type Page = { before?: string | undefined; limit: number }

const isBefore = ({ before }: Page) =>
  before ? sql`(l.drawn_at, l.id) < (select drawn_at, id from second_looks where id = ${before})` : sql`true`

export type WaitingRow = { id: string; name: string; drawn_at: Date }

const waiting = (judge: Judge, only: RawBuilder<unknown>) => sql`
  select l.id, s.full_name as name, l.drawn_at from second_looks l join decisions d on d.id = l.decision_id
    join identity_people s on s.id = d.subject_id
  where l.state = 'open' and s.state <> 'erased' and ${only} and ${mayAnswer(judge)}`

export const findWaiting = async (db: Db, judge: Judge, page: Page): Promise<WaitingRow[]> =>
  (
    await sql<WaitingRow>`${waiting(judge, isBefore(page))}
      order by l.drawn_at desc, l.id desc limit ${page.limit}`.execute(db)
  ).rows

export async function countLooks(db: Db, judge: Judge, most: number, settles: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    (${waiting(judge, sql`true`)} limit ${most})
    union all (select l.id, null, null from second_looks l join decisions d on d.id = l.decision_id
      where l.state = 'raised' and ${settles} and ${mayRead(judge)} limit ${most})) l`.execute(db)
  return Math.min(rows[0]?.count ?? 0, most)
}

export async function findDecisionToJudge(db: Db, judge: Judge, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ decision_id: string }>`
    select l.decision_id from second_looks l join decisions d on d.id = l.decision_id
      join identity_people s on s.id = d.subject_id
    where l.id = ${id} and l.state = 'open' and s.state <> 'erased' and ${mayAnswer(judge)}`.execute(db)
  return rows[0]?.decision_id
}

const withNames = (looks: RawBuilder<unknown>) => sql<LookRow>`
  select l.*, a.full_name as answerer, r.full_name as raiser, c.full_name as closer from (${looks}) l
    left join identity_people a on a.id = l.answered_by left join identity_people r on r.id = l.raised_by
    left join identity_people c on c.id = l.closed_by
  order by l.drawn_at desc, l.id desc`

const readable = (judge: Judge, only: RawBuilder<unknown>) => sql`
  select l.* from second_looks l join decisions d on d.id = l.decision_id where ${only} and ${mayRead(judge)}`

export const findLooks = async (db: Db, judge: Judge, page: Page, isRaised: boolean): Promise<LookRow[]> =>
  (
    await withNames(
      sql`${readable(judge, sql`l.state ${isRaised ? sql`= 'raised'` : sql`<> 'open'`} and ${isBefore(page)}`)}
        order by l.drawn_at desc, l.id desc limit ${page.limit}`,
    ).execute(db)
  ).rows

/** A review that this person may read, or may complete while it is open. */
export const findLook = async (db: Db | Tx, judge: Judge, id: string): Promise<LookRow | undefined> =>
  (await withNames(readable(judge, sql`l.id = ${id} and (l.state <> 'open' or ${mayAnswer(judge)})`)).execute(db))
    .rows[0]

export const lockLook = (tx: Tx, id: string) => sql`select from second_looks where id = ${id} for update`.execute(tx)

export const saveLook = (tx: Tx, id: string, values: Updateable<SecondLooks>) =>
  tx.updateTable('second_looks').set(values).where('id', '=', id).execute()

const tookPart = (id: RawBuilder<unknown>) => sql<boolean>`(d.decided_by is not distinct from ${id}
  or l.raised_by is not distinct from ${id}
  or exists (select from approvals a where a.decision_id = d.id and a.decided_by = ${id}))`

export async function isForAnotherCloser(tx: Tx, lookId: string, closerId: string): Promise<boolean> {
  const judge: Judge = { id: sql`o.id`, isAdmin: sql<boolean>`o.is_admin` }
  const { rows } = await sql`select from second_looks l join decisions d on d.id = l.decision_id, identity_people o
    where l.id = ${lookId} and ${tookPart(sql`${closerId}::uuid`)}
      and ${hasRightInSql('o', 'approve')} and o.id <> ${closerId} and o.state = 'active'
      and o.email_verified_at is not null and not ${tookPart(sql`o.id`)} and ${mayRead(judge)}`.execute(tx)
  return rows.length > 0
}
