import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { RefusalCode } from '../refusals.ts'

export const insertItems = (tx: Tx, batchId: string, ids: RawBuilder<{ id: string }>) =>
  sql`insert into batch_items (batch_id, subject_id) select ${batchId}, found.id from (${ids}) found`.execute(tx)

/** Includes their earlier states, so that they can be undone. */
export const insertDoneItemsOf = (tx: Tx, batchId: string, undone: string) =>
  sql`insert into batch_items (batch_id, subject_id, before, decided_at)
    select ${batchId}, subject_id, before, decided_at from batch_items
    where batch_id = ${undone} and outcome = 'done'`.execute(tx)

export async function countPeopleSince(db: Db | Tx, staffId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from batches b join batch_items i on i.batch_id = b.id
    where b.made_by = ${staffId} and b.made_at > ${since} and b.about = 'users'
      and b.undoes is null and not b.needs_approval`.execute(db)
  return rows[0]?.people ?? 0
}

type Page = { after: string | undefined; limit: number; only: RawBuilder<boolean> }

/** The affected people or reports `r` by id, without reports that this reader may not see. */
export async function findPeople(db: Db, batchId: string, { after, limit, only }: Page) {
  const { rows } = await sql<{ id: string; name: string }>`
    select i.subject_id as id, coalesce(a.full_name, '') as name
    from batch_items i left join identity_people a on a.id = i.subject_id
    where i.batch_id = ${batchId} and ${after ? sql`i.subject_id > ${after}` : sql`true`}
      and not exists (select from reports r where r.id = i.subject_id and not ${only})
    order by i.subject_id limit ${limit}`.execute(db)
  return rows
}

export const lockNextItem = (tx: Tx, batchId: string) =>
  tx
    .selectFrom('batch_items')
    .select(['subject_id', 'before', 'decided_at'])
    .where('batch_id', '=', batchId)
    .where('outcome', 'is', null)
    .orderBy('subject_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

type Outcome = { outcome: 'done' | RefusalCode; before?: string | null; decided_at?: Date }

export const saveOutcome = (db: Db | Tx, batchId: string, subjectId: string, outcome: Outcome) =>
  db
    .updateTable('batch_items')
    .set(outcome)
    .where('batch_id', '=', batchId)
    .where('subject_id', '=', subjectId)
    .where('outcome', 'is', null)
    .execute()
