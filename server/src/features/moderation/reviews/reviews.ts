import { ApiError, message, type MessageDescriptor, PhotoProblem, UNDO_SECONDS, VoiceProblem } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { markPhotoChecked } from '../../identity/index.ts'
import { assertMayJudge } from '../administration/may-act.ts'
import { isSomeoneElseLeft } from '../appeals/queries.ts'
import { audit } from '../../operations/index.ts'
import {
  applyCheckDecision,
  applyPictureDecision,
  applyVoiceDecision,
  type Decided,
  deleteSelfies,
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
import type { Viewer } from '../../../http/session.ts'
import { later, seconds } from '../../../infra/clock.ts'
import type { JobData } from '../../../infra/job-kinds.ts'
import { asStaff, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

// A decision about a photo, a selfie or a voice answer takes effect a minute later (below). Until then, its
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

type Outcome = { said: MessageDescriptor; lines: MessageDescriptor[] }

async function notifyOwner(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  owner: string,
  { said, lines }: Outcome,
): Promise<void> {
  await record(work, { to: owner, kind: 'decision', topic: 'pictures', details: { ...said, link: '/profile' } })
  await queueMail(work, { to: owner, kind: 'picture-decided', details: { subject: said, lines } })
}

const pictureShown: Outcome = {
  said: message('Your photo is approved'),
  lines: [message('Our team reviewed it, and people can see it now.')],
}
const voiceShown: Outcome = {
  said: message('Your voice answer is approved'),
  lines: [message('Our team listened to it, and people can hear it now.')],
}
const checkAccepted: Outcome = {
  said: message('Your photos are verified'),
  lines: [message('People now see a badge next to your name. We’ve deleted your selfies.')],
}
const checkRefused: Outcome = {
  said: message('Your selfies didn’t match your photos'),
  lines: [message('We couldn’t tell if it’s the same person. We’ve deleted your selfies, and you can try again.')],
}

/** Written in the member's language, not the reviewer's. */
const photoProblems: Record<PhotoProblem, MessageDescriptor> = {
  nobody: message('The photo doesn’t show you.'),
  someone_else: message('The photo shows someone else.'),
  unclear: message('People can’t recognize you in the photo.'),
  nudity: message('It shows nudity.'),
  minor: message('It shows a child.'),
  contact: message('It shows contact details or an ad.'),
  other: message('It doesn’t follow our community rules.'),
}
const voiceProblems: Record<VoiceProblem, MessageDescriptor> = {
  abuse: message('It insults or threatens people.'),
  sexual: message('It’s sexual.'),
  minor: message('A child can be heard.'),
  contact: message('It contains contact details or an ad.'),
  other: message('It doesn’t follow our community rules.'),
}

const adviceAfter = (hasOthers: boolean): MessageDescriptor =>
  hasOthers
    ? message(
        'You can delete it and add another. Think this is a mistake? You can appeal in Support, ' +
          'and someone else will review it.',
      )
    : message('You can delete it and add another. Think this is a mistake? You can appeal in Support.')

async function refused(
  { tx }: Work,
  owner: string,
  { by, reason }: Decided,
  said: MessageDescriptor,
  problem: MessageDescriptor | null,
) {
  const hasOthers = await isSomeoneElseLeft(tx, owner, { by: [by] })
  return {
    said,
    lines: [
      // A specific reason replaces the general sentence about the rules.
      ...(problem ? [problem] : []),
      ...(reason ? [message('Reason: {reason}', { reason })] : []),
      adviceAfter(hasOthers),
    ],
  }
}

const orOther = <P extends string>(found: { success: boolean; data?: P }): P | 'other' => found.data ?? 'other'

type Settling = Work<'config' | 'bus' | 'jobs' | 'keys'>

async function settlePicture(work: Settling, id: string, at: string): Promise<void> {
  const settled = await applyPictureDecision(work.tx, id, at)
  if (!settled) return
  const { account_id: owner, decided } = settled
  const problem = orOther(PhotoProblem.safeParse(decided.problem))
  const why = decided.reason && problem === 'other' ? null : photoProblems[problem]
  const said = message('We couldn’t approve one of your photos')
  await notifyOwner(work, owner, decided.shown ? pictureShown : await refused(work, owner, decided, said, why))
}

async function settleVoice(work: Settling, id: string, at: string): Promise<void> {
  const settled = await applyVoiceDecision(work.tx, id, at)
  if (!settled) return
  const { account_id: owner, decided } = settled
  const problem = orOther(VoiceProblem.safeParse(decided.problem))
  const why = decided.reason && problem === 'other' ? null : voiceProblems[problem]
  const said = message('We couldn’t approve your voice answer')
  await notifyOwner(work, owner, decided.shown ? voiceShown : await refused(work, owner, decided, said, why))
}

/** The selfies are deleted in either case. */
async function settleCheck(work: Settling, id: string, at: string): Promise<void> {
  const { tx, now } = work
  const check = await applyCheckDecision(tx, id, at)
  if (!check) return
  const { account_id: owner, public_id, second_id, status } = check
  if (status === 'accepted') await markPhotoChecked(tx, owner, now)
  await deleteSelfies(
    tx,
    owner,
    [public_id, second_id].filter((each) => each !== null),
  )
  await notifyOwner(work, owner, status === 'accepted' ? checkAccepted : checkRefused)
}

const settle = { picture: settlePicture, check: settleCheck, voice: settleVoice }

/** Does nothing if the decision was undone or replaced, or its subject is gone. */
export const settleReview = (context: Deps, { kind, id, at }: JobData['settle-review']): Promise<void> =>
  unitOfWork(context, SYSTEM, (work) => settle[kind](work, id, at))
