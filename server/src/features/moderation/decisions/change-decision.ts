import { ApiError, type Decision } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { roleOf } from '../../../infra/staff.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { wasApproved } from '../approvals/approvals.sql.ts'
import { Refusal } from '../refusals.ts'
import type { DecisionRow } from './decisions.sql.ts'
import { oneDecision } from './decide.ts'
import { assertVersion, endDecision, lockWithSubject } from './end-decision.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'

/**
 * What a second administrator has approved can be undone by who asked for it, and by administrators. Otherwise, any
 * colleague could skip the approval.
 */
async function assertMayUndo(tx: Tx, { account }: Viewer, row: DecisionRow): Promise<void> {
  if (row.decided_by === account.id || roleOf(account) === 'administrator') return
  if (await wasApproved(tx, row.id)) throw new ApiError('forbidden', 'Another administrator has to decide this.')
}

/** Staff undo a decision within a minute, or end it early with a reason. */
export async function changeDecision(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  change: { to: 'undone' } | { to: 'lifted'; reason: string },
): Promise<Decision> {
  const { account } = viewer
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const row = await lockWithSubject(work, id)
    if (row.subject_id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, row.subject_id)
    if (change.to === 'undone') await assertMayUndo(work.tx, viewer, row)
    assertVersion(row, work.caller.ifMatch)
    await endDecision(work, row, { ...change, by: account.id })
  })
  return oneDecision(context, id)
}
