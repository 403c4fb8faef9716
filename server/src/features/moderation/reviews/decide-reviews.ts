import { ApiError, type PhotoProblem, UNDO_SECONDS, type VoiceProblem } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { later, seconds } from '../../../infra/clock.ts'
import type { JobData } from '../../../infra/job-kinds.ts'
import { audit } from '../../operations/index.ts'
import {
  type Decided,
  forgetCheckDecision,
  forgetPictureDecision,
  forgetVoiceDecision,
  noteCheckDecision,
  notePictureDecision,
  noteVoiceDecision,
  ownerOfHeldVoice,
  pendingDecision,
  type TakingBack,
} from '../../profiles/index.ts'
import { assertMayJudge } from '../administration/assert-may-act-on.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

// A decision about a photo, a selfie or a voice answer takes effect a minute later (settle-review.ts). Until then, its
// author can undo it, and the member isn't notified.

const UNDO_FOR = seconds(UNDO_SECONDS)

type Kind = JobData['settle-review']['kind']
type Input<P> = { shown: boolean; problem?: P | undefined; reason?: string | undefined }

const alreadyDecided = () => new ApiError('conflict', 'Someone else has already decided this.')

const actions = {
  picture: { shown: 'picture.shown', refused: 'picture.refused', undone: 'picture.undone' },
  check: { shown: 'photo-check.accepted', refused: 'photo-check.refused', undone: 'photo-check.undone' },
  voice: { shown: 'voice.shown', refused: 'voice.refused', undone: 'voice.undone' },
} as const satisfies Record<Kind, Record<'shown' | 'refused' | 'undone', string>>

async function note({ tx }: Work, kind: Kind, id: string, decided: Decided): Promise<string | undefined> {
  if (kind === 'picture') return notePictureDecision(tx, id, decided)
  if (kind === 'check') return noteCheckDecision(tx, id, decided)
  const owner = await ownerOfHeldVoice(tx, id)
  return owner && (await noteVoiceDecision(tx, owner, id, decided)) ? owner : undefined
}

const decide = (
  context: Deps,
  { account }: Viewer,
  { kind, id }: { kind: Kind; id: string },
  { shown, problem, reason }: Input<PhotoProblem | VoiceProblem>,
): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const at = work.now.toISOString()
    const why = { ...(problem ? { problem } : {}), ...(reason ? { reason } : {}) }
    const owner = await note(work, kind, id, { shown, by: account.id, at, ...why })
    if (!owner) throw alreadyDecided()
    await assertMayJudge(work.tx, account, owner)
    await audit(work, {
      action: actions[kind][shown ? 'shown' : 'refused'],
      subjectId: owner,
      details: {
        ...(kind === 'picture' ? { picture: id } : {}),
        ...(kind === 'voice' ? { voice: id } : {}),
        ...(problem ? { problem } : {}),
      },
      ...(reason ? { reason } : {}),
    })
    await work.jobs.add(work.tx, 'settle-review', { kind, id, at }, UNDO_FOR)
  })

export const reviewPicture = (context: Deps, viewer: Viewer, id: string, input: Input<PhotoProblem>) =>
  decide(context, viewer, { kind: 'picture', id }, input)

export const reviewVoice = (context: Deps, viewer: Viewer, id: string, input: Input<VoiceProblem>) =>
  decide(context, viewer, { kind: 'voice', id }, input)

export const decideCheck = (context: Deps, viewer: Viewer, id: string, shown: boolean) =>
  decide(context, viewer, { kind: 'check', id }, { shown })

const forget: Record<Kind, (tx: Work['tx'], takingBack: TakingBack) => Promise<string | undefined>> = {
  picture: forgetPictureDecision,
  check: forgetCheckDecision,
  voice: forgetVoiceDecision,
}

async function whyNot(tx: Work['tx'], kind: Kind, id: string, by: string): Promise<ApiError> {
  const pending = await pendingDecision(tx, kind, id)
  if (pending?.by === null) return new ApiError('conflict', 'There’s nothing to undo: it’s waiting for a review.')
  if (pending && pending.by !== by)
    return new ApiError('conflict', 'Someone else on the team decided this, so only they can undo it.')
  return new ApiError('conflict', 'The 1-minute undo window has passed.')
}

export const undoReview = (context: Deps, { account }: Viewer, kind: Kind, id: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const owner = await forget[kind](work.tx, { id, by: account.id, since: later(work.now, -UNDO_FOR) })
    if (!owner) throw await whyNot(work.tx, kind, id, account.id)
    await audit(work, {
      action: actions[kind].undone,
      subjectId: owner,
      details: { ...(kind === 'picture' ? { picture: id } : {}), ...(kind === 'voice' ? { voice: id } : {}) },
    })
  })
