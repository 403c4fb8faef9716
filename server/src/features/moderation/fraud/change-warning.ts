import { ApiError, type FraudWarning } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { audit, type AuditDetails } from '../../operations/index.ts'
import { lockWithSubject } from '../decisions/end-decision.ts'
import { noWarning, readWarning } from './read-warning.ts'
import { lockWarning, saveWarning, type WarningRow } from './warnings.sql.ts'

type Calling = Deps & { caller: Caller }
type Change = { action: string; reason?: string; details?: AuditDetails }

async function changeWarning(
  context: Calling,
  viewer: Viewer,
  id: string,
  change: (work: Work, row: WarningRow) => Promise<Change>,
): Promise<FraudWarning> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { subject_id: subjectId } = await lockWithSubject(work, id)
    const row = await lockWarning(work.tx, id)
    if (!row || subjectId === staffId) throw noWarning()
    const { ifMatch } = work.caller
    if (ifMatch === undefined) throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (row.state === 'sent') throw new ApiError('conflict', 'This warning has already been sent.')
    // Once it is released, the job sends it.
    if (row.state === 'planned' && row.sent_by !== null)
      throw new ApiError('conflict', 'This warning has already been sent.')
    if (row.state === 'canceled') throw new ApiError('conflict', 'This warning was canceled with its decision.')
    if (ifMatch !== row.version)
      throw new ApiError('conflict', 'This warning has changed in the meantime. Please check it and try again.')
    const { details, ...entry } = await change(work, row)
    await audit(work, { ...entry, subjectId, details: { decision: id, ...details } })
  })
  return readWarning(context, viewer, id)
}

export const holdWarning = (context: Calling, viewer: Viewer, id: string, reason: string): Promise<FraudWarning> =>
  changeWarning(context, viewer, id, async ({ tx, now }, { state }) => {
    if (state === 'held') throw new ApiError('conflict', 'This warning is already held.')
    await saveWarning(tx, id, { state: 'held', held_by: viewer.account.id, held_at: now, hold_reason: reason })
    return { action: 'fraud-warning.held', reason }
  })

export const releaseWarning = (context: Calling, viewer: Viewer, id: string): Promise<FraudWarning> =>
  changeWarning(context, viewer, id, async ({ tx, now }, { state }) => {
    await saveWarning(tx, id, { state: 'planned', due_at: now, sent_by: viewer.account.id })
    return { action: 'fraud-warning.released', details: { before: state } }
  })
