import { ApiError, type userDetails as calls } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { recordAccess, recordLookOnce } from '../../operations/index.ts'
import { assertMayLookAt, assertMayReadAbout, readUser, revealUser, userDetails, userStats } from './user-details.ts'
import { readTimeline } from './timeline.ts'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { cancelAddressChange } from '../../identity/index.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayActOnId } from '../administration/may-act.ts'
import { signOut } from '../administration/administration.ts'
import { alreadyRequested, requestForAdministrator } from '../approvals/request-approval.ts'
import { Refusal } from '../refusals.ts'
import type { Caller } from '../../../http/caller.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { storedVoice } from '../../profiles/index.ts'
import { aboutPerson, noteReader } from '../blind-reviews/queries.ts'

async function readUserVoice(context: Deps & { caller: Caller }, viewer: Viewer, id: string): Promise<string> {
  const voice = storedVoice((await readUser(context.db, id)).profile)
  await recordAccess(context, viewer, {
    kind: 'user-page',
    of: id,
    action: 'account.voice-opened',
    subjectId: id,
    ...(voice && { details: { voice: voice.fileId } }),
  })
  await noteReader(context.db, viewer.account.id, aboutPerson(id))
  const file = voice && (await context.storage.get(voiceFile(voice.fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return `data:audio/ogg;base64,${file.toString('base64')}`
}

const endSessionsOf = (context: Deps, { account }: Viewer, id: string) =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const user = await readUser(work.tx, id)
    if (id === account.id) throw new Refusal('own_account')
    await assertMayActOnId(work.tx, account, id)
    const approval = await requestForAdministrator(work, account.id, user, { action: 'sign_out', change: {} })
    return approval ? { ended: 0, approval } : { ended: await signOut(work, id) }
  }).catch(alreadyRequested)

const cancelEmailChange = (context: Deps, { account }: Viewer, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    await readUser(work.tx, id)
    await assertMayActOnId(work.tx, account, id)
    if (!(await cancelAddressChange(work, id))) throw new ApiError('conflict', 'This email change has already ended.')
  })

export const userDetailsHandlers: Handlers<typeof calls> = {
  getDossier: async (context, { params }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: await userDetails(context, context.viewer, params.id) }
  },
  getUserVoice: async (context, { params }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: { voice: await readUserVoice(context, context.viewer, params.id) } }
  },
  getUserFigures: async (context, { params }) => {
    await assertMayReadAbout(context.db, context.viewer.account, params.id)
    const data = await userStats(context, context.viewer, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  getTimeline: async (context, { params, query }) => {
    await assertMayReadAbout(context.db, context.viewer.account, params.id)
    const data = await readTimeline({ ...context, db: context.upToDate }, context.viewer, params.id, query)
    await recordLookOnce(context, context.viewer, params.id)
    return { data }
  },
  revealUser: async (context, { params, body }) => {
    await assertMayLookAt(context.db, context.viewer.account, params.id)
    return { data: await revealUser(context, context.viewer, params.id, body.reason) }
  },
  cancelEmailChange: async (context, { params }) => {
    await cancelEmailChange(context, context.viewer, params.id)
    return { done: true }
  },
  endSessionsOf: (context, { params }) => endSessionsOf(context, context.viewer, params.id),
}
