import { ApiError, type evidence, type LegalHold } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { audit, recordLookOnce } from '../../operations/index.ts'
import { assertMayHandle } from '../reports/read-reports.ts'
import { readEvidence, readEvidencePicture, readEvidenceVoice } from './read-evidence.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { Refusal } from '../refusals.ts'
import { findHold, insertHold, liftHold, lockPerson } from './queries.ts'

async function readHold({ db }: Pick<Deps, 'db'>, accountId: string): Promise<LegalHold | null> {
  const hold = await findHold(db, accountId)
  return hold ? { reason: hold.reason, setBy: hold.set_by_name ?? '', setAt: hold.set_at.toISOString() } : null
}

/** Keeps everything about a person, even if the account is deleted, until the hold is lifted. */
async function setHold(context: Deps, { account }: Viewer, accountId: string, reason: string) {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    // The lock waits for an erasure in progress; a later erasure sees the hold.
    if (!(await lockPerson(work.tx, accountId))) throw new Refusal('no_user')
    await insertHold(work.tx, { account_id: accountId, reason, set_by: account.id, set_at: work.now })
    await audit(work, { action: 'hold.set', subjectId: accountId, reason })
  }).catch((error: unknown) => {
    if (isTaken(error, 'legal_holds_one_each')) throw new ApiError('conflict', 'There’s already a legal hold.')
    throw error
  })
  return readHold(context, accountId)
}

const endHold = (context: Deps, { account }: Viewer, accountId: string, reason: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    if (!(await liftHold(work.tx, accountId, { by: account.id, at: work.now, reason })))
      throw new ApiError('conflict', 'There’s no legal hold to lift.')
    await audit(work, { action: 'hold.lifted', subjectId: accountId, reason })
  })

export const evidenceHandlers: Handlers<typeof evidence> = {
  getReportEvidence: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return {
      data: { evidence: await readEvidence(context, context.viewer, params.id) },
    }
  },
  getEvidencePicture: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return {
      data: { picture: await readEvidencePicture(context, context.viewer, params.id, params.publicId) },
    }
  },
  getEvidenceVoice: async (context, { params }) => {
    await assertMayHandle(context.db, context.viewer.account, params.id)
    return {
      data: { voice: await readEvidenceVoice(context, context.viewer, params.id, params.fileId) },
    }
  },
  getLegalHold: async (context, { params }) => {
    const hold = await readHold(context, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data: { hold } }
  },
  setLegalHold: async (context, { params, body }) => ({
    data: { hold: await setHold(context, context.viewer, params.id, body.reason) },
  }),
  liftLegalHold: async (context, { params, body }) => {
    await endHold(context, context.viewer, params.id, body.reason)
    return { done: true }
  },
}
