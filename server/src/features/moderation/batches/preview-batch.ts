import { ApiError, type BatchInput } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { concernsAdministrator } from '../approvals/approvals.sql.ts'
import { requirementFor } from '../approvals/request-approval.ts'
import { previewItems, selectItems } from './actions.ts'
import { countPeopleSince } from './items.sql.ts'
import { toWhyNot } from './to-batch.ts'

/** The most people that one administrator can affect within an hour without approval, in one bulk action or several. */
export const MOST_ALONE = 20
export const hourBefore = (now: Date) => later(now, -hours(1))

export const isTooMany = async (db: Db | Tx, now: Date, staffId: string, more: number): Promise<boolean> =>
  more + (await countPeopleSince(db, staffId, hourBefore(now))) > MOST_ALONE

/** The contract can't express that exactly one of the two is given. */
export function assertOneSelection({ ids, filters }: BatchInput): void {
  if ((ids === undefined) === (filters === undefined))
    throw new ApiError('invalid_request', 'Send either ids or filters.', {
      errors: [{ path: 'ids', msg: 'Send either ids or filters.' }],
    })
}

export async function previewBatch(context: Deps & Answering, { account }: Viewer, input: BatchInput) {
  assertOneSelection(input)
  const { will, refused } = await previewItems(context, account, input)
  const isLarge = input.about === 'users' && (await isTooMany(context.db, context.clock.now(), account.id, will))
  const items = input.about === 'users' ? await selectItems(context, account, input) : null
  const isForTwo = items && (isLarge || (await concernsAdministrator(context.db, account.id, items)))
  const needs = isForTwo ? await requirementFor(context.db, account.id, items) : 'none'
  return { will, refused: toWhyNot(refused, context.caller.language), needs }
}
