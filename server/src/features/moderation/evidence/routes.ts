import type { evidence } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordLookOnce } from '../../operations/index.ts'
import { assertMayHandle } from '../reports/assert-may-handle.ts'
import { endHold, readHold, setHold } from './legal-holds.ts'
import { readEvidence, readEvidencePicture, readEvidenceVoice } from './read-evidence.ts'

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
