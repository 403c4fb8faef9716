import { ApiError, type PhotoCheck } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { attachSelfie, isUnattachedUpload } from './photo-checks.sql.ts'
import { toPhotoCheck } from './to-photo-check.ts'

export async function submitPhotoCheck(
  { db, clock }: Deps,
  { account }: Viewer,
  publicId: string,
): Promise<PhotoCheck> {
  if (!(await isUnattachedUpload(db, account.id, publicId)))
    throw new ApiError('not_found', 'There is no such picture.')
  const row = await attachSelfie(db, account.id, publicId, clock.now())
  if (!row) throw new ApiError('conflict', 'Please ask for a pose first.')
  return toPhotoCheck(row)
}
