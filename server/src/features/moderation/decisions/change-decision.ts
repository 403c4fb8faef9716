import { ApiError, type Decision } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { wasApproved } from '../approvals/approvals.sql.ts'
import { Refusal } from '../refusals.ts'
import { oneDecision } from './decide.ts'
import { assertVersion, endDecision, lockWithSubject } from './end-decision.ts'
import { mayEnd } from './rules.ts'
import { assertMayActOnId } from '../administration/assert-may-act-on.ts'

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
    if (!mayEnd(account, { ...row, was_approved: await wasApproved(work.tx, id) }))
      throw new ApiError('forbidden', 'Another administrator has to decide this.')
    assertVersion(row, work.caller.ifMatch)
    await endDecision(work, row, { ...change, by: account.id })
  })
  return oneDecision(context, viewer, id)
}
