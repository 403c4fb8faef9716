import type { PhotoCheck } from '@kindred/contract'
import type { Selectable } from 'kysely'
import type { PhotoChecks } from '../../../infra/db/schema.ts'

export const toPhotoCheck = ({ id, pose, status, asked_at }: Selectable<PhotoChecks>): PhotoCheck => ({
  _id: id,
  pose,
  // A check constraint of the table allows these values only.
  status: status as PhotoCheck['status'],
  askedAt: asked_at.toISOString(),
})
