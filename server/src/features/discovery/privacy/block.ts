import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { couldSee } from '../people/could-see.ts'
import { lastSawName } from '../people/names.sql.ts'
import { noSuchPerson } from '../people/reachable-person.ts'
import { insertBlock } from './blocks.sql.ts'

/**
 * Blocks someone whom the member can see, or had to do with before: hiding protects nobody from being blocked. Anyone
 * else can't be told apart from people who don't exist.
 */
export async function block(context: Deps, account: Account, userId: string): Promise<void> {
  if (userId === account.id) throw new ApiError('conflict', 'You can’t block yourself.')
  await context.budgets.spend([{ key: `block:${account.id}`, limit: 200, within: days(1) }])
  await unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    if (!(await couldSee(tx, account.id, userId))) throw noSuchPerson()
    const named_at = await lastSawName(tx, account.id, userId, now)
    await insertBlock(tx, { blocker_id: account.id, blocked_id: userId, at: now, named_at })
  })
}
