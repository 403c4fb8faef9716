import { ApiError, type PhotoCheck } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { isTaken, type Db } from '../../../infra/db/db.ts'
import type { PhotoChecks } from '../../../infra/db/schema.ts'

export { personalData } from './personal-data.ts'

/** Poses that nobody has a picture of by chance. */
export const poses = [
  'Hold one hand flat on top of your head.',
  'Touch your left ear with your right hand.',
  'Hold three fingers beside your chin.',
  'Look over your right shoulder, thumb up.',
  'Put both hands on your cheeks.',
  'Hold a spoon beside your face.',
] as const

const told = ({ id, pose, status, asked_at }: Selectable<PhotoChecks>): PhotoCheck => ({
  _id: id,
  pose,
  status: status as PhotoCheck['status'],
  askedAt: asked_at.toISOString(),
})

export async function currentCheck(db: Db, accountId: string): Promise<PhotoCheck | null> {
  const row = await db
    .selectFrom('photo_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? told(row) : null
}

export async function askForCheck({ db, clock, budgets }: Deps, { account, profile }: Viewer): Promise<PhotoCheck> {
  if ((profile?.pictures as unknown[] | undefined)?.length === 0 || !profile)
    throw new ApiError('conflict', 'Please add a picture of yourself first: that is what the selfie is compared with.')
  await budgets.spend([{ key: `photo-check:${account.id}`, limit: 5, within: days(1) }])
  try {
    const row = await db
      .insertInto('photo_checks')
      .values({ account_id: account.id, pose: poses[randomInt(poses.length)]!, asked_at: clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return told(row)
  } catch (error) {
    if (isTaken(error)) throw new ApiError('conflict', 'There is a check going on already.')
    throw error
  }
}

export async function sendCheck({ db, clock }: Deps, { account }: Viewer, publicId: string): Promise<PhotoCheck> {
  const mine = await db
    .selectFrom('pictures')
    .select('id')
    .where('public_id', '=', publicId)
    .where('account_id', '=', account.id)
    .where('position', 'is', null)
    .executeTakeFirst()
  if (!mine) throw new ApiError('not_found', 'There is no such picture.')
  const row = await db
    .updateTable('photo_checks')
    .set({ public_id: publicId, status: 'waiting', sent_at: clock.now() })
    .where('account_id', '=', account.id)
    .where('status', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new ApiError('conflict', 'Please ask for a pose first.')
  return told(row)
}
