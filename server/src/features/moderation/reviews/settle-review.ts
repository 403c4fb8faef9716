import { PhotoProblem, message, type MessageDescriptor, VoiceProblem } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { JobData } from '../../../infra/job-kinds.ts'
import { record, queueMail } from '../../delivery/index.ts'
import { markPhotoChecked } from '../../identity/index.ts'
import {
  applyCheckDecision,
  applyPictureDecision,
  applyVoiceDecision,
  type Decided,
  deleteSelfie,
} from '../../profiles/index.ts'
import { isSomeoneElseLeft } from '../appeals/others.sql.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'

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
  lines: [message('People now see a badge next to your name. We’ve deleted your selfie.')],
}
const checkRefused: Outcome = {
  said: message('Your selfie didn’t match your photos'),
  lines: [message('We couldn’t tell if it’s the same person. We’ve deleted your selfie, and you can try again.')],
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

/** The selfie is deleted in either case. */
async function settleCheck(work: Settling, id: string, at: string): Promise<void> {
  const { tx, now } = work
  const check = await applyCheckDecision(tx, id, at)
  if (!check) return
  const { account_id: owner, public_id, status } = check
  if (status === 'accepted') await markPhotoChecked(tx, owner, now)
  if (public_id) await deleteSelfie(tx, owner, public_id)
  await notifyOwner(work, owner, status === 'accepted' ? checkAccepted : checkRefused)
}

const settle = { picture: settlePicture, check: settleCheck, voice: settleVoice }

/** Does nothing if the decision was undone or replaced, or its subject is gone. */
export const settleReview = (context: Deps, { kind, id, at }: JobData['settle-review']): Promise<void> =>
  unitOfWork(context, SYSTEM, (work) => settle[kind](work, id, at))
