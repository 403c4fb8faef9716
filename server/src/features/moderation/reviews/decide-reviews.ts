import { ApiError, type PhotoProblem, say, type Said } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { audit } from '../../operations/index.ts'
import { record, queueMail } from '../../delivery/index.ts'
import { markPhotoChecked } from '../../identity/index.ts'
import { decidePhotoCheck, decidePicture, deleteSelfie } from '../../profiles/index.ts'
import { assertMayJudge } from '../administration/assert-may-act-on.ts'
import { isSomeoneElseLeft } from '../appeals/others.sql.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

export const alreadyDecided = () => new ApiError('conflict', 'Someone else has already decided this.')

export type Outcome = { said: Said; lines: Said[] }

/** Tells the member about the decision, in the app and by mail. */
export async function notifyOwner(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  owner: string,
  { said, lines }: Outcome,
) {
  await record(work, { to: owner, kind: 'decision', topic: 'pictures', details: { ...said, link: '/profile' } })
  await queueMail(work, { to: owner, kind: 'picture-decided', details: { subject: said, lines } })
}

const pictureShown: Outcome = {
  said: say('Your photo is approved'),
  lines: [say('Our team reviewed it, and people can see it now.')],
}

/** In the member's language, whoever reviewed it. */
const problems: Record<PhotoProblem, Said> = {
  nobody: say('The photo doesn’t show you.'),
  someone_else: say('The photo shows someone else.'),
  unclear: say('People can’t recognize you in the photo.'),
  nudity: say('It shows nudity.'),
  minor: say('It shows a child.'),
  contact: say('It shows contact details or an ad.'),
  other: say('It doesn’t follow our community rules.'),
}

/** What a member can do about a rejection. */
export const adviceAfter = (hasOthers: boolean): Said =>
  hasOthers
    ? say(
        'You can delete it and add another. Think this is a mistake? You can appeal in Support, ' +
          'and someone else will review it.',
      )
    : say('You can delete it and add another. Think this is a mistake? You can appeal in Support.')

type Refused = Pick<PictureDecision, 'problem' | 'reason'> & { hasOthers: boolean }

const pictureRefused = ({ problem = 'other', reason, hasOthers }: Refused): Outcome => ({
  said: say('We couldn’t approve one of your photos'),
  lines: [
    // A reason in words says more than that it breaks the rules.
    ...(reason && problem === 'other' ? [] : [problems[problem]]),
    ...(reason ? [say('Reason: {reason}', { reason })] : []),
    adviceAfter(hasOthers),
  ],
})

type PictureDecision = { shown: boolean; problem?: PhotoProblem | undefined; reason?: string | undefined }

export const reviewPicture = (
  context: Deps,
  { account }: Viewer,
  id: string,
  { shown, problem, reason }: PictureDecision,
): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const owner = await decidePicture(work.tx, id, shown ? 'shown' : 'refused')
    if (!owner) throw alreadyDecided()
    await assertMayJudge(work.tx, account, owner)
    await audit(work, {
      action: shown ? 'picture.shown' : 'picture.refused',
      subjectId: owner,
      details: { picture: id, ...(problem ? { problem } : {}) },
      ...(reason ? { reason } : {}),
    })
    const hasOthers = await isSomeoneElseLeft(work.tx, owner, { by: [account.id] })
    await notifyOwner(work, owner, shown ? pictureShown : pictureRefused({ problem, reason, hasOthers }))
  })

const checkAccepted: Outcome = {
  said: say('Your photos are verified'),
  lines: [say('People now see a badge next to your name. We’ve deleted your selfie.')],
}

const checkRefused: Outcome = {
  said: say('Your selfie didn’t match your photos'),
  lines: [say('We couldn’t tell if it’s the same person. We’ve deleted your selfie, and you can try again.')],
}

/** Decides a photo check. The selfie is deleted in either case. */
export const decideCheck = (context: Deps, { account }: Viewer, id: string, isAccepted: boolean): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const { tx, now } = work
    const check = await decidePhotoCheck(tx, id, isAccepted ? 'accepted' : 'refused', account.id, now)
    if (!check) throw alreadyDecided()
    await assertMayJudge(tx, account, check.account_id)
    if (isAccepted) await markPhotoChecked(tx, check.account_id, now)
    if (check.public_id) await deleteSelfie(tx, check.account_id, check.public_id)
    await audit(work, {
      action: isAccepted ? 'photo-check.accepted' : 'photo-check.refused',
      subjectId: check.account_id,
    })
    await notifyOwner(work, check.account_id, isAccepted ? checkAccepted : checkRefused)
  })
