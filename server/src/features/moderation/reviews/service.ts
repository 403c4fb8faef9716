import { ApiError, type Waiting } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { transaction, type Tx } from '../../../infra/db/db.ts'
import { pictureAddress } from '../../../infra/picture-address.ts'
import { audit } from '../../operations/index.ts'
import { notify, queueMail } from '../../delivery/index.ts'
import * as queries from './queries.ts'

const gone = () => new ApiError('conflict', 'Somebody else has decided this already.')

/** Everything that waits, with pictures that this administrator may fetch. */
export async function waiting({ db, keys, clock }: Deps, { sessionId }: Viewer) {
  const address = (publicId: string) => pictureAddress(keys, sessionId, publicId, clock.now())
  const told = (row: queries.WaitingRow): Waiting => ({
    _id: row.id,
    user: { _id: row.account_id, name: row.name },
    pose: row.pose,
    pictureUrl: address(row.public_id),
    profileUrls: row.others.map(address),
    at: row.at.toISOString(),
  })
  const [held, checks] = await Promise.all([queries.heldPictures(db), queries.waitingChecks(db)])
  return { held: held.map(told), checks: checks.map(told) }
}

type Outcome = { owner: string; text: string; lines: string[] }

/** The member hears of every decision about their pictures, in the app and by mail. */
async function tell(tx: Tx, context: Deps, { owner, text, lines }: Outcome, afterCommit: (effect: () => void) => void) {
  await notify(
    tx,
    context,
    { to: owner, kind: 'decision', topic: 'pictures', details: { text, link: '/profile' } },
    afterCommit,
  )
  await queueMail(tx, context, { to: owner, kind: 'picture-decided', details: { subject: text, lines } })
}

type Said = { shown: boolean; reason?: string | undefined }

export const reviewPicture = (context: Deps, { account }: Viewer, id: string, { shown, reason }: Said): Promise<void> =>
  transaction(context.db, async (tx, afterCommit) => {
    const owner = await queries.review(tx, id, shown ? 'shown' : 'refused')
    if (!owner) throw gone()
    await audit(tx, {
      at: context.clock.now(),
      actor: { kind: 'administrator', id: account.id },
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
    await tell(tx, context, { owner, ...outcome }, afterCommit)
  })

/** Whatever is decided, the selfie goes. */
export const decideCheck = (context: Deps, { account }: Viewer, id: string, accepted: boolean): Promise<void> =>
  transaction(context.db, async (tx, afterCommit) => {
    const now = context.clock.now()
    const check = await queries.decideCheck(tx, id, accepted ? 'accepted' : 'refused', account.id, now)
    if (!check) throw gone()
    if (accepted) await queries.markChecked(tx, check.account_id, now)
    if (check.public_id) await queries.dropSelfie(tx, check.public_id)
    await audit(tx, {
      at: now,
      actor: { kind: 'administrator', id: account.id },
      action: accepted ? 'photo-check.accepted' : 'photo-check.refused',
      subjectId: check.account_id,
    })
    const outcome = accepted
      ? { text: 'Your photos are checked', lines: ['Others see the badge next to your name. Your selfie is deleted.'] }
      : {
          text: 'Your selfie did not match your photos',
          lines: ['We could not see the same person in both. Your selfie is deleted, and you can try again.'],
        }
    await tell(tx, context, { owner: check.account_id, ...outcome }, afterCommit)
  })
