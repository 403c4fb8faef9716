import { ApiError } from '@kindred/contract'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { AuditDetails } from './audit.ts'
import { audit } from './audit.ts'
import { wasNotedBy } from './decisions.sql.ts'
import { findReason, saveReason } from './access-reasons.sql.ts'
import { asStaff, type Opening, unitOfWork, type Work } from '../../../work.ts'

// Staff must give a reason before they read private data. The reason comes with the request (X-Reason). It is valid for
// half an hour, for this session, this kind of data and this subject. Each access adds an entry with its reason to the
// audit log.

const REASON_LASTS = minutes(30)

const LOOK = 'account.viewed'
const LOOKS = [LOOK, 'account.opened']

type AccessContext = Opening & { caller: Caller }
type Kind = 'user-page' | 'evidence' | 'address-list' | 'audit-log'
type Subject = { kind: Kind; of: string }
type Access = Subject & { action: string; subjectId?: string; details?: AuditDetails }

const reasonNeeded = () =>
  new ApiError('reason_required', 'Please give a reason for seeing this. We record it in the audit log.')

/** The reason comes with the request, and is then saved, or was given recently. */
async function reasonFor(
  { tx, now, caller }: Work & { caller: Caller },
  { account, sessionId }: Viewer,
  { kind, of }: Subject,
) {
  const key = { accountId: account.id, sessionId, kind, subject: of }
  if (caller.reason === undefined) return findReason(tx, key, later(now, -REASON_LASTS))
  await saveReason(tx, key, caller.reason, now)
  return caller.reason
}

/** Recorded before anything is read. Without a reason, it records nothing and returns false. */
export const recordAccessIfReasoned = (context: AccessContext, viewer: Viewer, seen: Access): Promise<boolean> =>
  unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    const reason = await reasonFor(work, viewer, seen)
    if (reason === undefined) return false
    await audit(work, {
      action: seen.action,
      reason,
      ...(seen.subjectId ? { subjectId: seen.subjectId } : {}),
      ...(seen.details ? { details: seen.details } : {}),
    })
    return true
  })

export async function recordAccess(context: AccessContext, viewer: Viewer, seen: Access): Promise<void> {
  if (!(await recordAccessIfReasoned(context, viewer, seen))) throw reasonNeeded()
}

/** For a request that prepares a later access: it needs the reason already, but only the access itself is recorded. */
export async function requireReason(context: AccessContext, viewer: Viewer, subject: Subject): Promise<void> {
  if ((await unitOfWork(context, asStaff(viewer.account.id), (work) => reasonFor(work, viewer, subject))) === undefined)
    throw reasonNeeded()
}

/** A look that needs no reason, recorded before anything is read. */
export async function recordLook(context: Opening, { account }: Viewer, subjectId: string): Promise<void> {
  if (subjectId === account.id) return
  await unitOfWork(context, asStaff(account.id), (work) => audit(work, { action: LOOK, subjectId }))
}

/** Skipped if this reader's look at the person has just been recorded: everything on one page is one look. */
export async function recordLookOnce(context: Opening, viewer: Viewer, subjectId: string): Promise<void> {
  const since = later(context.clock.now(), -REASON_LASTS)
  if (await wasNotedBy(context.db, viewer.account.id, subjectId, LOOKS, since)) return
  await recordLook(context, viewer, subjectId)
}
