import { ApiError, say, type Said } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { couldSee, couldSeePicture } from '../../discovery/index.ts'
import { findMessageSeenBy, findPictureOwner, personExists } from './evidence.sql.ts'
import type { ReportRow } from './reports.sql.ts'
import { mayAs, type RoleColumns } from '../../../infra/staff.ts'

type Reporter = { id: string } & RoleColumns

export type ReportSubject = {
  userId?: string | undefined
  messageId?: string | undefined
  publicId?: string | undefined
}

export type Evidence = { about: string | null; picture: string | null; evidence: ReportRow['evidence'] }

async function messageEvidence(tx: Tx, reporter: Reporter, messageId: string): Promise<Evidence> {
  const message = await findMessageSeenBy(tx, reporter.id, messageId)
  if (!message) throw new ApiError('not_found', 'We couldn’t find this message.')
  const { text, sender_id, created_at, public_id, deleted_at } = message
  // Staff see a message that its author deleted before anyone reported it. The reporter still doesn't see it.
  const withdrawn = deleted_at === null ? {} : { withdrawn: true as const }
  return {
    about: sender_id,
    picture: public_id,
    evidence: { text: text ?? '', at: created_at.toISOString(), ...withdrawn },
  }
}

async function pictureEvidence(tx: Tx, reporter: Reporter, publicId: string): Promise<Evidence> {
  const owner = await findPictureOwner(tx, publicId)
  if (!owner || !(mayAs(reporter, 'evidence') || (await couldSeePicture(tx, reporter.id, publicId))))
    throw new ApiError('not_found', 'We couldn’t find this photo.')
  return { about: owner.account_id, picture: publicId, evidence: {} }
}

async function personEvidence(tx: Tx, reporter: Reporter, userId: string): Promise<Evidence> {
  if (
    !(await personExists(tx, userId)) ||
    !(mayAs(reporter, 'users.read') || (await couldSee(tx, reporter.id, userId)))
  )
    throw new ApiError('not_found', 'We couldn’t find this person.')
  return { about: userId, picture: null, evidence: {} }
}

const wrongPerson = (msg: Said) => new ApiError('invalid_request', msg, { errors: [{ path: 'userId', msg }] })

/**
 * What a report is about, as it is now. A person, a message or a picture can be reported only by someone who can see
 * it, or could: hiding or going on a break protects nobody who did harm. Staff see all.
 */
export async function collectEvidence(tx: Tx, reporter: Reporter, subject: ReportSubject): Promise<Evidence> {
  const { userId, messageId, publicId } = subject
  if (userId === reporter.id) throw wrongPerson(say('You can’t report yourself.'))
  if (!userId && !messageId && !publicId) return { about: null, picture: null, evidence: {} }
  const found = messageId
    ? await messageEvidence(tx, reporter, messageId)
    : publicId
      ? await pictureEvidence(tx, reporter, publicId)
      : await personEvidence(tx, reporter, userId ?? '')
  if (found.about === reporter.id) throw wrongPerson(say('You can’t report yourself.'))
  if (userId && found.about !== userId) throw wrongPerson(say('This isn’t from the person you’re reporting.'))
  return found
}
