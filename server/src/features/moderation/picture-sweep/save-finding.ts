import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import type { KnownPicture } from './near.sql.ts'
import { insertSamePicture } from './same-pictures.sql.ts'

type Reason = Omit<Parameters<typeof insertSamePicture>[1], keyof KnownPicture | 'found_at'>

export async function saveFinding(work: Work, picture: KnownPicture, reason: Reason): Promise<void> {
  const { public_id, account_id, fingerprint } = picture
  const id = await insertSamePicture(work.tx, { public_id, account_id, fingerprint, ...reason, found_at: work.now })
  if (!id) return
  const { why, distance } = reason
  await audit(work, { action: 'same-picture.found', subjectId: account_id, details: { same: id, why, distance } })
}
