import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { isQueued } from '../../../infra/jobs.ts'
import type { Batches } from '../../../infra/db/schema.ts'

export type Row = Selectable<Batches>
export type Refused = { why: string; count: number }[]

export type BatchRow = Omit<Row, 'total' | 'done' | 'failed'> & {
  total: number
  done: number
  failed: Refused
  maker: string | null
  undone_by: string | null
}

/** What became of those in batch `b`, counted one by one where it is not written down. */
const counted = sql`
  (select count(*)::int as total, (count(*) filter (where outcome = 'done'))::int as done from batch_items where b.total is null and batch_id = b.id) i,
  (select coalesce(jsonb_agg(jsonb_build_object('why', outcome, 'count', n)), '[]') as failed from (
    select outcome, count(*) as n from batch_items where b.total is null and batch_id = b.id and outcome <> 'done' group by 1) w) f`

/** Batches with what became of those in them: as it was written down, or as far as it is. */
async function withOutcomes(db: Db | Tx, from: RawBuilder<unknown>): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.*, a.full_name as maker, u.id as undone_by, coalesce(b.total, o.total) as total,
      coalesce(b.done, o.done) as done, coalesce(b.failed, o.failed) as failed
    from (${from}) b left join batches u on u.undoes = b.id left join identity_people a on a.id = b.made_by
      cross join lateral (select i.total, i.done, f.failed from ${counted}) o
    order by b.made_at desc, b.id desc`.execute(db)
  return rows
}

export const one = async (db: Db | Tx, id: string): Promise<BatchRow | undefined> =>
  (await withOutcomes(db, sql`select * from batches where id = ${id}`))[0]

/** The newest, or those before one of them. */
export const page = (db: Db, before: string | undefined, limit: number): Promise<BatchRow[]> =>
  withOutcomes(
    db,
    sql`select * from batches where ${before ? sql`(made_at, id) < (select made_at, id from batches where id = ${before})` : sql`true`}
      order by made_at desc, id desc limit ${limit}`,
  )

type New = Pick<Row, 'about' | 'action' | 'reason' | 'made_by' | 'made_at'> & { refused: Refused; undoes?: string }

export const add = async (tx: Tx, { refused, ...values }: New): Promise<string> =>
  (
    await tx
      .insertInto('batches')
      .values({ ...values, refused: JSON.stringify(refused) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Settles whom it concerns. */
export const choose = (tx: Tx, batchId: string, ids: RawBuilder<{ id: string }>) =>
  sql`insert into batch_items (batch_id, subject_id) select ${batchId}, found.id from (${ids}) found`.execute(tx)

/** To be taken back are those to whom it was done. */
export const addDoneOf = (tx: Tx, batchId: string, undone: string) =>
  sql`insert into batch_items (batch_id, subject_id, before, decided_at)
    select ${batchId}, subject_id, before, decided_at from batch_items where batch_id = ${undone} and outcome = 'done'`.execute(
    tx,
  )

const isReleased = sql<boolean>`(not needs_approval or released_at is not null)`

/** One at a time for each administrator, so that several small ones at once aren't a large one. */
export const takeTurns = (tx: Tx, staffId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('bulk actions of ' || ${staffId}, 0))`.execute(tx)

/** How many people this administrator has put into bulk actions on their own since then. */
export const peopleSince = async (db: Db | Tx, staffId: string, since: Date): Promise<number> =>
  (
    await sql<{ people: number }>`select count(*)::int as people from batches b join batch_items i on i.batch_id = b.id
      where b.made_by = ${staffId} and b.made_at > ${since} and b.about = 'users' and b.undoes is null and not b.needs_approval`.execute(
      db,
    )
  ).rows[0]!.people

/** The people it affects, in the order of their ids. */
export const peopleOf = async (db: Db, batchId: string, after: string | undefined, limit: number) =>
  (
    await sql<{
      id: string
      name: string
    }>`select i.subject_id as id, coalesce(a.full_name, '') as name
      from batch_items i left join identity_people a on a.id = i.subject_id
      where i.batch_id = ${batchId} and ${after ? sql`i.subject_id > ${after}` : sql`true`}
      order by i.subject_id limit ${limit}`.execute(db)
  ).rows

export const setWaiting = (tx: Tx, id: string) =>
  tx.updateTable('batches').set({ needs_approval: true }).where('id', '=', id).execute()

export const forgetUndoing = (tx: Tx, id: string) =>
  tx.updateTable('batches').set({ undoes: null }).where('id', '=', id).execute()

export const release = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('batches').set({ released_at: at }).where('id', '=', id).execute()

/** Shared by all who work on it: whoever stops it waits for what they have in hand, and after that nothing is done. */
export const holdUnfinished = (tx: Tx, id: string): Promise<Row | undefined> =>
  tx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where(isReleased)
    .forShare()
    .executeTakeFirst()

/** One at a time looks for what is left behind: of two at the same moment, the second sees the jobs that the first one added. */
export const lockResuming = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('resuming bulk actions', 0))`.execute(tx)

/** Batches that are to go on, and for which there is no job: neither one that runs, nor one that waits or is tried again. */
export const leftBehind = async (tx: Tx): Promise<string[]> =>
  (
    await tx
      .selectFrom('batches')
      .select('id')
      .where('finished_at', 'is', null)
      .where(isReleased)
      .where(sql<boolean>`not ${isQueued('batch', 'batchId', sql`batches.id`)}`)
      .orderBy('made_at')
      .execute()
  ).map(({ id }) => id)

/** The next of them that nobody else has in hand. */
export const next = (tx: Tx, batchId: string) =>
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

type Settled = { outcome: string; before?: string | null; decided_at?: Date }

export const settle = (tx: Db | Tx, batchId: string, subjectId: string, settled: Settled) =>
  tx
    .updateTable('batch_items')
    .set(settled)
    .where('batch_id', '=', batchId)
    .where('subject_id', '=', subjectId)
    .where('outcome', 'is', null)
    .execute()

export async function stop(db: Db | Tx, id: string, at: Date): Promise<void> {
  await db
    .updateTable('batches')
    .set({ stopped_at: at, finished_at: at })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
  await keepOutcomes(db, id)
}

/** Writes down what came of a batch that is over. A statement of its own: it sees what was in hand when the batch ended. */
const keepOutcomes = (db: Db | Tx, id: string) =>
  sql`update batches set total = o.total, done = o.done, failed = o.failed
    from batches b, lateral (select i.total, i.done, f.failed from ${counted}) o
    where b.id = ${id} and batches.id = b.id and b.finished_at is not null and b.total is null`.execute(db)

/** Finished is what has nobody left: somebody else may still have one in hand. */
export async function finish(db: Db, id: string, at: Date): Promise<void> {
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
  await keepOutcomes(db, id)
}
