import type { Batch } from '@kindred/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { RefusalCode } from '../refusals.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Batches } from '../../../infra/db/schema.ts'

export type Refused = { why: RefusalCode; count: number }[]

type Narrowed = Pick<Batch, 'about' | 'action'>
type Row = Omit<Selectable<Batches>, keyof Narrowed> & Narrowed

export type BatchRow = Omit<Row, 'total' | 'done' | 'failed' | 'refused'> & {
  total: number
  done: number
  refused: Refused
  failed: Refused
  maker: string | null
  undone_by: string | null
}

/** The outcomes of bulk action `b`, counted from its items unless it has its final counts. */
const counted = sql`
  (select count(*)::int as total, (count(*) filter (where outcome = 'done'))::int as done
    from batch_items where b.total is null and batch_id = b.id) i,
  (select coalesce(jsonb_agg(jsonb_build_object('why', outcome, 'count', n)), '[]') as failed from (
    select outcome, count(*) as n from batch_items
    where b.total is null and batch_id = b.id and outcome <> 'done' group by 1) w) f`

async function withOutcomes(db: Db | Tx, from: RawBuilder<unknown>): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.*, a.full_name as maker, u.id as undone_by, coalesce(b.total, o.total) as total,
      coalesce(b.done, o.done) as done, coalesce(b.failed, o.failed) as failed
    from (${from}) b left join batches u on u.undoes = b.id left join identity_people a on a.id = b.made_by
      cross join lateral (select i.total, i.done, f.failed from ${counted}) o
    order by b.made_at desc, b.id desc`.execute(db)
  return rows
}

export const findBatch = async (db: Db | Tx, id: string): Promise<BatchRow | undefined> =>
  (await withOutcomes(db, sql`select * from batches where id = ${id}`))[0]

export const batchExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('batches').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export function findBatches(db: Db, before: string | undefined, limit: number): Promise<BatchRow[]> {
  const isBefore = before ? sql`(made_at, id) < (select made_at, id from batches where id = ${before})` : sql`true`
  return withOutcomes(db, sql`select * from batches where ${isBefore} order by made_at desc, id desc limit ${limit}`)
}

type NewBatch = Pick<Row, 'about' | 'action' | 'reason' | 'made_by' | 'made_at'> & { refused: Refused; undoes?: string }

export async function insertBatch(tx: Tx, { refused, ...values }: NewBatch): Promise<string> {
  const { id } = await tx
    .insertInto('batches')
    .values({ ...values, refused: JSON.stringify(refused) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const isReleased = sql<boolean>`(not needs_approval or released_at is not null)`

export const saveNeedsApproval = (tx: Tx, id: string) =>
  tx.updateTable('batches').set({ needs_approval: true }).where('id', '=', id).execute()

export const clearUndoes = (tx: Tx, id: string) =>
  tx.updateTable('batches').set({ undoes: null }).where('id', '=', id).execute()

export const saveReleased = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('batches').set({ released_at: at }).where('id', '=', id).execute()

/** Workers share this lock, so stopping waits for the items in progress, and none starts afterward. */
export const lockRunning = (tx: Tx, id: string) =>
  tx
    .selectFrom('batches')
    .selectAll()
    .$narrowType<Narrowed>()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where(isReleased)
    .forShare()
    .executeTakeFirst()

/** Returns false if the bulk action wasn't running. Waits for the items that workers are processing. */
export async function saveStopped(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batches')
    .set({ stopped_at: at, finished_at: at })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  await saveOutcomes(tx, id)
  return numUpdatedRows > 0n
}

/** Runs as a separate statement, to see items that were in progress when the bulk action ended. */
const saveOutcomes = (db: Db | Tx, id: string) =>
  sql`update batches set total = o.total, done = o.done, failed = o.failed
    from batches b, lateral (select i.total, i.done, f.failed from ${counted}) o
    where b.id = ${id} and batches.id = b.id and b.finished_at is not null and b.total is null`.execute(db)

export async function saveFinished(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('batches')
    .set({ finished_at: at })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('batch_items')
            .select('subject_id')
            .where('batch_id', '=', id)
            .where('outcome', 'is', null)
            .limit(1),
        ),
      ),
    )
    .execute()
  await saveOutcomes(db, id)
}

export const insertItems = (tx: Tx, batchId: string, ids: RawBuilder<{ id: string }>) =>
  sql`insert into batch_items (batch_id, subject_id) select ${batchId}, found.id from (${ids}) found`.execute(tx)

/** Copies the earlier states, which the undo restores. */
export const insertDoneItemsOf = (tx: Tx, batchId: string, undone: string) =>
  sql`insert into batch_items (batch_id, subject_id, before, decided_at)
    select ${batchId}, subject_id, before, decided_at from batch_items
    where batch_id = ${undone} and outcome = 'done'`.execute(tx)

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
