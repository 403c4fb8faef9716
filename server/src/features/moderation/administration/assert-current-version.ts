import { ApiError, message } from '@kindred/contract'
import type { Caller } from '../../../http/caller.ts'
import { later, minutes } from '../../../infra/clock.ts'
import { lastChanger } from '../../operations/index.ts'
import type { Work } from '../../../work.ts'

const RECENT = minutes(15)

export async function assertCurrentVersion(
  { tx, now, caller }: Work & { caller: Caller },
  id: string,
  version: number,
): Promise<void> {
  if (caller.ifMatch === undefined || caller.ifMatch === version) return
  // Users change their own accounts, too. So an administrator is named only for a recent change.
  const name = await lastChanger(tx, id, later(now, -RECENT))
  throw new ApiError(
    'conflict',
    name
      ? message('{name} changed this user in the meantime. Please check it and try again.', { name })
      : message('This user has changed since you opened the page. Check and try again.'),
  )
}
