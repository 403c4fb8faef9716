import { ApiError } from '@kindred/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { couldSeePicture } from '../../discovery/index.ts'
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

/**
 * What a report is about, as it is now. Anyone can be reported, so that hiding or going on a break protects nobody who
 * did harm. A message or a picture can be reported only by someone who could see it; staff see all.
 */
export async function collectEvidence(
  tx: Tx,
  reporter: Reporter,
  { userId, messageId, publicId }: ReportSubject,
): Promise<Evidence> {
  if (messageId) return messageEvidence(tx, reporter, messageId)
  if (publicId) {
    const owner = await findPictureOwner(tx, publicId)
    if (!owner || !(mayAs(reporter, 'evidence') || (await couldSeePicture(tx, reporter.id, publicId))))
      throw new ApiError('not_found', 'We couldn’t find this photo.')
    return { about: owner.account_id, picture: publicId, evidence: {} }
  }
  if (userId && !(await personExists(tx, userId))) throw new ApiError('not_found', 'We couldn’t find this person.')
  return { about: userId ?? null, picture: null, evidence: {} }
}
