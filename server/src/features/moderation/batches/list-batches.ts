import { ApiError, type Batch } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { handledBy } from '../reports/assert-may-handle.ts'
import { batchExists, findBatch, findBatches } from './batches.sql.ts'
import { findPeople } from './items.sql.ts'
import { toBatch, toBatchEntry } from './to-batch.ts'

const noSuchBatch = () => new ApiError('not_found', 'We couldn’t find this bulk action.')

type Reading = Pick<Deps, 'db'>

export async function batchRow({ db }: Reading, id: string) {
  const row = await findBatch(db, id)
  if (!row) throw noSuchBatch()
  return row
}

export const oneBatch = async (context: Reading & Answering, id: string): Promise<Batch> =>
  toBatch(await batchRow(context, id), context.caller.language)

export async function listBatches({ db, caller }: Reading & Answering, before: string | undefined, limit: number) {
  const rows = await findBatches(db, before, limit + 1)
  const batches = rows.slice(0, limit).map((row) => toBatchEntry(row, caller.language))
  return { batches, nextBefore: rows.length > limit ? (batches.at(-1)?._id ?? null) : null }
}

type PageInput = { after?: string | undefined; limit: number }

export async function listPeople(context: Reading, { account }: Viewer, id: string, { after, limit }: PageInput) {
  if (!(await batchExists(context.db, id))) throw noSuchBatch()
  const rows = await findPeople(context.db, id, { after, limit: limit + 1, only: handledBy(account) })
  const people = rows.slice(0, limit).map((row) => ({ _id: row.id, name: row.name }))
  return { people, nextAfter: rows.length > limit ? (people.at(-1)?._id ?? null) : null }
}
