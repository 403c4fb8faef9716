import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { lastSawName } from '../people/names.sql.ts'
import { insertBlock, isAccount } from './blocks.sql.ts'

export async function block(context: Deps, account: Account, userId: string): Promise<void> {
  if (userId === account.id) throw new ApiError('conflict', 'You can’t block yourself.')
  await context.budgets.spend([{ key: `block:${account.id}`, limit: 200, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (!(await isAccount(tx, userId))) throw new ApiError('not_found', 'We couldn’t find this person.')
    const named_at = await lastSawName(tx, account.id, userId, now)
    await insertBlock(tx, { blocker_id: account.id, blocked_id: userId, at: now, named_at })
  })
}
