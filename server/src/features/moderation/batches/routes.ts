import {
  ApiError,
  type Batch,
  type BatchEntry,
  type batches,
  type BatchInput,
  invalidField,
  message,
} from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { previewItems, selectItems, undoOf } from './batches.ts'
import {
  batchExists,
  type BatchRow,
  findBatch,
  findBatches,
  insertBatch,
  type Refused,
  saveNeedsApproval,
  saveStopped,
  findPeople,
  insertDoneItemsOf,
  insertItems,
} from './queries.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { concernsAdministrator } from '../approvals/queries.ts'
import { exceedsHourlyLimit, isTooMany, isWithinHour, lockHourlyLimit, MOST_ALONE } from '../approvals/hourly-limit.ts'
import { requestApproval, requirementFor, targetsOf } from '../approvals/request-approval.ts'
import { audit } from '../../operations/index.ts'
import { handledBy } from '../reports/read-reports.ts'
import { toInstant } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import { sentenceOf } from '../refusals.ts'

const sumByReason = (refused: Refused): Refused =>
  [...Map.groupBy(refused, ({ why }) => why)].map(([why, each]) => ({
    why,
    count: each.reduce((sum, { count }) => sum + count, 0),
  }))

const toWhyNot = (refused: Refused, language: Language): Batch['refused'] =>
  refused.map(({ why, count }) => ({ why: write(language, sentenceOf(why)), count }))

const isWaiting = (row: BatchRow) => row.needs_approval && row.released_at === null && row.finished_at === null

const toBatch = (row: BatchRow, language: Language): Batch => ({
  _id: row.id,
  about: row.about,
  action: row.action,
  total: row.total,
  done: row.done,
  refused: toWhyNot(sumByReason([...row.refused, ...row.failed]), language),
  finishedAt: toInstant(row.finished_at),
  stoppedAt: toInstant(row.stopped_at),
  undoes: row.undoes,
  undoneBy: row.undone_by,
  waiting: isWaiting(row),
})

const toBatchEntry = (row: BatchRow, language: Language): BatchEntry => ({
  ...toBatch(row, language),
  madeBy: { _id: row.made_by, name: row.maker ?? '' },
  madeAt: row.made_at.toISOString(),
  reason: row.undoes ? write(language, message('Undone')) : row.reason,
})

/** The contract can't require exactly one of `ids` and `filters`. */
function assertOneSelection({ ids, filters }: BatchInput): void {
  if ((ids === undefined) === (filters === undefined)) throw invalidField('ids', 'Send either ids or filters.')
}

async function previewBatch(context: Deps & Answering, { account }: Viewer, input: BatchInput) {
  assertOneSelection(input)
  const { will, refused } = await previewItems(context, account, input)
  const items = input.about === 'users' ? await selectItems(context, account, input) : null
  const isLarge = items && (await isTooMany(context.db, context.clock.now(), account.id, items))
  const isForTwo = items && (isLarge || (await concernsAdministrator(context.db, account.id, items)))
  const needs = isForTwo ? await requirementFor(context.db, account.id, items) : 'none'
  return { will, refused: toWhyNot(refused, context.caller.language), needs }
}

const noSuchBatch = () => new ApiError('not_found', 'We couldn’t find this bulk action.')

type Reading = Pick<Deps, 'db'>

async function batchRow({ db }: Reading, id: string) {
  const row = await findBatch(db, id)
  if (!row) throw noSuchBatch()
  return row
}

const oneBatch = async (context: Reading & Answering, id: string): Promise<Batch> =>
  toBatch(await batchRow(context, id), context.caller.language)

async function listBatches({ db, caller }: Reading & Answering, before: string | undefined, limit: number) {
  const rows = await findBatches(db, before, limit + 1)
  const batches = rows.slice(0, limit).map((row) => toBatchEntry(row, caller.language))
  return { batches, nextBefore: rows.length > limit ? (batches.at(-1)?._id ?? null) : null }
}

type PageInput = { after?: string | undefined; limit: number }

async function listPeople(context: Reading, { account }: Viewer, id: string, { after, limit }: PageInput) {
  if (!(await batchExists(context.db, id))) throw noSuchBatch()
  const rows = await findPeople(context.db, id, { after, limit: limit + 1, only: handledBy(account) })
  const people = rows.slice(0, limit).map((row) => ({ _id: row.id, name: row.name }))
  return { people, nextAfter: rows.length > limit ? (people.at(-1)?._id ?? null) : null }
}

const MOST_ITEMS = 100_000

const auditBatch = (work: Work, action: string, batch: string, reason?: string) =>
  audit(work, { action, ...(reason ? { reason } : {}), details: { batch } })

const peopleIn = (batchId: string) => targetsOf({ target_id: null, batch_id: batchId })

/** A large bulk action, or one about an administrator, first needs another administrator's approval. */
async function runOrRequest(
  work: Work<'config' | 'jobs' | 'keys'>,
  staffId: string,
  batchId: string,
  isLarge: boolean,
): Promise<void> {
  const needs = isLarge || (await concernsAdministrator(work.tx, staffId, peopleIn(batchId)))
  const request = needs && (await requestApproval(work, staffId, { kind: 'bulk', batchId }))
  if (request) await saveNeedsApproval(work.tx, batchId)
  else await work.jobs.add(work.tx, 'batch', { batchId })
}

async function startBatch(context: Deps & Answering, { account }: Viewer, input: BatchInput): Promise<Batch> {
  assertOneSelection(input)
  const { about, action, reason } = input
  const { will, refused } = await previewItems(context, account, input)
  if (will > MOST_ITEMS)
    throw new ApiError(
      'invalid_request',
      message('You can change at most {most, plural, one {# item} other {# items}} at once.', { most: MOST_ITEMS }),
    )
  const items = await selectItems(context, account, input)
  const id = await unitOfWork(context, asStaff(account.id), async (work) => {
    const { tx, now } = work
    await lockHourlyLimit(tx, account.id)
    const made = { made_by: account.id, made_at: now, refused }
    const batchId = await insertBatch(tx, { about, action, reason: reason ?? null, ...made })
    await insertItems(tx, batchId, items)
    await auditBatch(work, `batch.${action}`, batchId, reason)
    const isLarge = about === 'users' && (await exceedsHourlyLimit(work, account.id, peopleIn(batchId)))
    await runOrRequest(work, account.id, batchId, isLarge)
    return batchId
  })
  return oneBatch(context, id)
}

function assertReleased({ waiting }: Batch): void {
  if (waiting) throw new ApiError('conflict', 'This is waiting for approval. Decline or withdraw the request instead.')
}

async function stop(work: Work, id: string): Promise<void> {
  if (await saveStopped(work.tx, id, work.now)) await auditBatch(work, 'batch.stopped', id)
}

/** Processed items stay processed until the bulk action is undone. */
async function stopBatch(context: Deps & Answering, viewer: Viewer, id: string): Promise<Batch> {
  assertReleased(await oneBatch(context, id))
  await unitOfWork(context, asStaff(viewer.account.id), (work) => stop(work, id))
  return oneBatch(context, id)
}

/** Stops the original bulk action, then undoes the items that it changed. */
async function undoBatch(context: Deps & Answering, { account }: Viewer, id: string): Promise<Batch> {
  const row = await batchRow(context, id)
  const { about, action, undoes } = row
  assertReleased(toBatch(row, context.caller.language))
  if (undoes) throw new ApiError('conflict', 'This action is itself an undo.')
  const undo = { about, action: undoOf(action), reason: null, made_by: account.id, refused: [], undoes: id }
  try {
    const undoId = await unitOfWork(context, asStaff(account.id), async (work) => {
      await stop(work, id)
      const { done } = await batchRow({ db: work.tx }, id)
      const batchId = await insertBatch(work.tx, { ...undo, made_at: work.now })
      await insertDoneItemsOf(work.tx, batchId, id)
      await auditBatch(work, 'batch.undone', id)
      // Within an hour, an undo counts as part of the same decision and needs no approval.
      const isLarge = about === 'users' && done > MOST_ALONE && !isWithinHour(row.made_at, work.now)
      await runOrRequest(work, account.id, batchId, isLarge)
      return batchId
    })
    return await oneBatch(context, undoId)
  } catch (error) {
    if (isTaken(error, 'batches_undone_once')) throw new ApiError('conflict', 'This has already been undone.')
    throw error
  }
}

export const batchHandlers: Handlers<typeof batches> = {
  listBatches: async (context, { query }) => ({ data: await listBatches(context, query.before, query.limit) }),
  previewBatch: async (context, { body }) => ({ data: await previewBatch(context, context.viewer, body) }),
  startBatch: async (context, { body }) => ({ data: { batch: await startBatch(context, context.viewer, body) } }),
  getBatch: async (context, { params }) => ({ data: { batch: await oneBatch(context, params.id) } }),
  listBatchPeople: async (context, { params, query }) => ({
    data: await listPeople(context, context.viewer, params.id, query),
  }),
  stopBatch: async (context, { params }) => ({ data: { batch: await stopBatch(context, context.viewer, params.id) } }),
  undoBatch: async (context, { params }) => ({ data: { batch: await undoBatch(context, context.viewer, params.id) } }),
}
