import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { JsonObject } from '../../../infra/db/schema.ts'
import { audit } from './write.ts'
import { asStaff, type Opening, unitOfWork, type Work } from '../../../work.ts'

// Staff read private data for a reason. It comes with the call (X-Reason), and counts for half an hour: for this session, this
// kind of data and this subject. Each look leaves a row in the log with the reason that it was for.

const COUNTS_FOR = minutes(30)

type Looking = Opening & { caller: Caller }
type Kind = 'user-page' | 'evidence' | 'address-list'
type Subject = { kind: Kind; of: string }
type Look = Subject & { action: string; subjectId?: string; details?: JsonObject }

const reasonNeeded = () =>
  new ApiError('reason_required', 'Please say why you need to see this. The audit log keeps your reason.')

/** The reason that counts for this look: the one that comes with it, which is remembered, or the one given before. */
async function reasonFor({ tx, now, caller }: Work & { caller: Caller }, { sessionId }: Viewer, { kind, of }: Subject) {
  if (caller.reason === undefined) {
    const { rows } = await sql<{ reason: string }>`
      select reason from look_reasons where session_id = ${sessionId} and kind = ${kind} and subject = ${of}
      and given_at > ${later(now, -COUNTS_FOR)}`.execute(tx)
    return rows[0]?.reason
  }
  await tx
    .insertInto('look_reasons')
    .values({ session_id: sessionId, kind, subject: of, reason: caller.reason, given_at: now })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'kind', 'subject']).doUpdateSet({ reason: caller.reason!, given_at: now }),
    )
    .execute()
  return caller.reason
}

/** Writes a look down before anything is read; false where there is no reason for it. */
export const lookIfReasoned = (context: Looking, viewer: Viewer, seen: Look): Promise<boolean> =>
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

/** The same, for what is not shown at all without a reason. */
export async function look(context: Looking, viewer: Viewer, seen: Look): Promise<void> {
  if (!(await lookIfReasoned(context, viewer, seen))) throw reasonNeeded()
}

/** For a call that prepares a look by another one: the reason is asked for now, and the look is written down then. */
export async function requireReason(context: Looking, viewer: Viewer, subject: Subject): Promise<void> {
  if ((await unitOfWork(context, asStaff(viewer.account.id), (work) => reasonFor(work, viewer, subject))) === undefined)
    throw reasonNeeded()
}
