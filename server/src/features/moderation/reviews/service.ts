import { ApiError, type Waiting } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { audit } from '../../operations/index.ts'
import { queueMail, record } from '../../delivery/index.ts'
import { markPhotoChecked } from '../../identity/index.ts'
import {
  decidePhotoCheck,
  decidePicture,
  deleteSelfie,
  waitingChecks,
  waitingPictures,
  type WaitingRow,
} from '../../profiles/index.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'

const gone = () => new ApiError('conflict', 'Somebody else has decided this already.')

/** Everything that waits, with pictures that this administrator may fetch. */
export async function waiting({ db, keys, clock }: Deps, { sessionId }: Viewer) {
  const address = (publicId: string) => pictureAddress(keys, sessionId, publicId, clock.now())
  const told = (row: WaitingRow): Waiting => ({
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    pose: row.pose,
    pictureUrl: address(row.public_id),
    profileUrls: row.others.map(address),
    at: row.at.toISOString(),
  })
  const [held, checks] = await Promise.all([waitingPictures(db), waitingChecks(db)])
  return { held: held.map(told), checks: checks.map(told) }
}

type Outcome = { owner: string; text: string; lines: string[] }

/** The member hears of every decision about their pictures, in the app and by mail. */
async function tell(work: Work<'config' | 'bus' | 'jobs' | 'keys'>, { owner, text, lines }: Outcome) {
  await record(work, { to: owner, kind: 'decision', topic: 'pictures', details: { text, link: '/profile' } })
  await queueMail(work, { to: owner, kind: 'picture-decided', details: { subject: text, lines } })
}

type Said = { shown: boolean; reason?: string | undefined }

export const reviewPicture = (context: Deps, { account }: Viewer, id: string, { shown, reason }: Said): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const owner = await decidePicture(work.tx, id, shown ? 'shown' : 'refused')
    if (!owner) throw gone()
    await audit(work, {
      action: shown ? 'picture.shown' : 'picture.refused',
      subjectId: owner,
      details: { picture: id },
      ...(reason ? { reason } : {}),
    })
    const outcome = shown
      ? {
          text: 'Your photo is shown now',
          lines: ['Somebody of our team has looked at it. Others see it from now on.'],
        }
      : {
          text: 'One of your photos is not shown',
          lines: [
            ...(reason ? [`Why: ${reason}`] : ['It does not keep to our community rules.']),
            'You can delete it and add another. If you think that we are wrong, tell us under Support; somebody else will look at it.',
          ],
        }
    await tell(work, { owner, ...outcome })
  })

/** Whatever is decided, the selfie goes. */
export const decideCheck = (context: Deps, { account }: Viewer, id: string, accepted: boolean): Promise<void> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    const { now } = work
    const check = await decidePhotoCheck(work.tx, id, accepted ? 'accepted' : 'refused', account.id, now)
    if (!check) throw gone()
    if (accepted) await markPhotoChecked(work.tx, check.account_id, now)
    if (check.public_id) await deleteSelfie(work.tx, check.public_id)
    await audit(work, {
      action: accepted ? 'photo-check.accepted' : 'photo-check.refused',
      subjectId: check.account_id,
    })
    const outcome = accepted
      ? { text: 'Your photos are checked', lines: ['Others see the badge next to your name. Your selfie is deleted.'] }
      : {
          text: 'Your selfie did not match your photos',
          lines: ['We could not see the same person in both. Your selfie is deleted, and you can try again.'],
        }
    await tell(work, { owner: check.account_id, ...outcome })
  })
