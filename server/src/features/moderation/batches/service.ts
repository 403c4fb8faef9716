import { ApiError, type Batch, type BatchEntry, type BatchWish } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import { isTaken, isUnavailable, type Db, type Tx } from '../../../infra/db/db.ts'
import { requestApproval, requirementFor } from '../approvals/service.ts'
import { audit } from '../../operations/index.ts'
import { backOf, decideOne, idsOf, preview as previewOf } from './kinds.ts'
import * as queries from './queries.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

const nothing = () => new ApiError('not_found', 'There is no such bulk action.')
const MOST = 100_000
/** So many at a turn: the rest is another job's, so that none of them is taken for dead. */
const AT_A_TURN = 500

const iso = (date: Date | null) => date?.toISOString() ?? null

/** Whoever was refused before it began, and whoever was while it ran, for the same reason. */
const summed = (refused: queries.Refused): queries.Refused =>
  [...Map.groupBy(refused, ({ why }) => why)].map(([why, each]) => ({
    why,
    count: each.reduce((sum, { count }) => sum + count, 0),
  }))

const isWaiting = (row: Pick<queries.Row, 'needs_approval' | 'released_at' | 'finished_at'>) =>
  row.needs_approval && row.released_at === null && row.finished_at === null

const told = (row: queries.BatchRow): Batch => ({
  _id: row.id,
  about: row.about as Batch['about'],
  action: row.action as Batch['action'],
  total: row.total,
  done: row.done,
  refused: summed([...(row.refused as queries.Refused), ...row.failed]),
  finishedAt: iso(row.finished_at),
  stoppedAt: iso(row.stopped_at),
  undoes: row.undoes,
  undoneBy: row.undone_by,
  waiting: isWaiting(row),
})

export async function one({ db }: Pick<Deps, 'db'>, id: string): Promise<Batch> {
  const row = await queries.one(db, id)
  if (!row) throw nothing()
  return told(row)
}

/** What was decided about many, by whom and why, the newest first. */
export async function list({ db }: Pick<Deps, 'db'>, before: string | undefined, limit: number) {
  const rows = await queries.page(db, before, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    batches: shown.map((row): BatchEntry => ({
      ...told(row),
      madeBy: { _id: row.made_by, name: row.maker ?? '' },
      madeAt: row.made_at.toISOString(),
      reason: row.reason,
    })),
    nextBefore: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

const checked = (wish: BatchWish): BatchWish => {
  if ((wish.ids === undefined) === (wish.filters === undefined))
    throw new ApiError('invalid_request', 'Either ids or filters.', {
      errors: [{ path: 'ids', msg: 'Either ids or filters.' }],
    })
  return wish
}

/** One administrator alone takes no bulk action on more people than this, nor on more within an hour. */
const MOST_ALONE = 20
const hourBefore = (now: Date) => later(now, -hours(1))

const isTooMuch = async (db: Db | Tx, now: Date, staffId: string, more: number) =>
  more + (await queries.peopleSince(db, staffId, hourBefore(now))) > MOST_ALONE

export async function preview(context: Deps, { account }: Viewer, wish: BatchWish) {
  const { will, refused } = await previewOf(context, account.id, checked(wish))
  const isLarge = wish.about === 'users' && (await isTooMuch(context.db, context.clock.now(), account.id, will))
  const needs = isLarge ? await requirementFor(context.db, account.id, await idsOf(context, account.id, wish)) : 'none'
  return { will, refused, needs }
}

/** Chooses the people, and leaves the rest to the workers, or to another administrator first. */
export async function start(context: Deps, viewer: Viewer, wish: BatchWish): Promise<Batch> {
  const staffId = viewer.account.id
  const { will, refused } = await previewOf(context, staffId, checked(wish))
  if (will > MOST) throw new ApiError('invalid_request', `At most ${MOST} at once.`)
  const made = {
    about: wish.about,
    action: wish.action,
    reason: wish.reason ?? null,
    made_by: staffId,
  }
  const whom = await idsOf(context, staffId, wish)
  const id = await unitOfWork(context, asStaff(staffId), async (work) => {
    await queries.takeTurns(work.tx, staffId)
    const batchId = await queries.add(work.tx, { ...made, made_at: work.now, refused })
    await queries.choose(work.tx, batchId, whom)
    await noted(work, `batch.${wish.action}`, batchId, wish.reason)
    // Those just chosen are counted, too.
    await begin(work, staffId, batchId, wish.about === 'users' && (await isTooMuch(work.tx, work.now, staffId, 0)))
    return batchId
  })
  return one(context, id)
}

/** Begins now, unless another administrator has to approve it first. */
async function begin(
  work: Work<'config' | 'jobs' | 'keys'>,
  staffId: string,
  batchId: string,
  isLarge: boolean,
): Promise<void> {
  const waits = isLarge && (await requestApproval(work, staffId, { kind: 'bulk', batchId }))
  if (waits) await queries.setWaiting(work.tx, batchId)
  else await work.jobs.add(work.tx, 'batch', { batchId })
}

type Waiting = { batch_id: string | null }

/** It was approved: the work begins. */
export async function release(work: Work<'jobs'>, { batch_id }: Waiting): Promise<void> {
  await queries.release(work.tx, batch_id!, work.now)
  await work.jobs.add(work.tx, 'batch', { batchId: batch_id! })
}

/** It wasn't approved: nothing is done, and what it would have undone can still be undone. */
export async function drop({ tx, now }: Work, { batch_id }: Waiting): Promise<void> {
  await queries.forgetUndoing(tx, batch_id!)
  await queries.stop(tx, batch_id!, now)
}

export async function people({ db }: Pick<Deps, 'db'>, id: string, after: string | undefined, limit: number) {
  await one({ db }, id)
  const rows = await queries.peopleOf(db, id, after, limit + 1)
  const shown = rows.slice(0, limit)
  return {
    people: shown.map((row) => ({ _id: row.id, name: row.name })),
    nextAfter: rows.length > limit ? shown.at(-1)!.id : null,
  }
}

const noted = (work: Work, action: string, batch: string, reason?: string) =>
  audit(work, { action, ...(reason ? { reason } : {}), details: { batch } })

const assertBegun = ({ waiting }: Batch) => {
  if (waiting) throw new ApiError('conflict', 'This waits for approval. Decline or withdraw the request instead.')
}

export async function stop(context: Deps, viewer: Viewer, id: string): Promise<Batch> {
  assertBegun(await one(context, id))
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    await queries.stop(work.tx, id, work.now)
    await noted(work, 'batch.stopped', id)
  })
  return one(context, id)
}

/** The same, backwards, for those to whom it was done. What still ran ends first. */
export async function undo(context: Deps, viewer: Viewer, id: string): Promise<Batch> {
  const before = await one(context, id)
  const madeAt = (await queries.one(context.db, id))!.made_at
  assertBegun(before)
  if (before.undoes) throw new ApiError('conflict', 'This action is itself an undo.')
  await queries.stop(context.db, id, context.clock.now())
  const { about } = before
  const action = backOf(before.action)
  const made = {
    about,
    action,
    reason: 'Undone',
    made_by: viewer.account.id,
    refused: [],
  }
  try {
    const back = await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
      const batchId = await queries.add(work.tx, { ...made, made_at: work.now, undoes: id })
      await queries.addDoneOf(work.tx, batchId, id)
      await noted(work, 'batch.undone', id)
      // For an hour undoing is part of the same decision; later it is one of its own.
      const isLarge = about === 'users' && before.done > MOST_ALONE && madeAt < hourBefore(work.now)
      await begin(work, viewer.account.id, batchId, isLarge)
      return batchId
    })
    return await one(context, back)
  } catch (error) {
    if (isTaken(error, 'batches_undone_once')) throw new ApiError('conflict', 'This has already been undone.')
    throw error
  }
}

/** Works on a batch: each one is decided, and marked, in one transaction, so that a kill in between costs nothing. */
export async function workOn(context: Deps, batchId: string): Promise<void> {
  const { db, clock } = context
  for (let turn = 0; turn < AT_A_TURN; turn++)
    if (!(await decideNext(context, batchId))) return queries.finish(db, batchId, clock.now())
  await unitOfWork(context, SYSTEM, (work) => work.jobs.add(work.tx, 'batch', { batchId }))
}

async function decideNext(context: Deps, batchId: string): Promise<boolean> {
  let inHand: string | undefined
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      const batch = await queries.holdUnfinished(work.tx, batchId)
      const next = batch && (await queries.next(work.tx, batchId))
      inHand = next?.subject_id
      if (!batch || !next) return
      const item = {
        staffId: batch.made_by,
        id: next.subject_id,
        action: batch.action as Batch['action'],
        reason: batch.reason,
        undone: batch.undoes && next.decided_at ? { before: next.before, at: next.decided_at } : null,
      }
      // On behalf of whoever decided about all of them.
      const before = await decideOne({ ...work, actor: asStaff(batch.made_by) }, item)
      await queries.settle(work.tx, batchId, next.subject_id, { outcome: 'done', before, decided_at: work.now })
    })
  } catch (error) {
    if (!inHand || isUnavailable(error)) throw error
    // One that breaks keeps none of the others back.
    const known = error instanceof ApiError
    if (!known) context.log.error({ err: error, batch: batchId, subject: inHand }, 'batch')
    await queries.settle(context.db, batchId, inHand, {
      outcome: known ? error.message : 'It failed; the log says why.',
    })
  }
  return inHand !== undefined
}

/** What was interrupted, by a kill or a crash, goes on, each batch with one job at a time. */
export async function resume(context: Deps): Promise<void> {
  await unitOfWork(context, SYSTEM, async ({ tx, jobs }) => {
    await queries.lockResuming(tx)
    for (const batchId of await queries.leftBehind(tx)) await jobs.add(tx, 'batch', { batchId })
  })
}
