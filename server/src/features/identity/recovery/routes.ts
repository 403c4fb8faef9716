import type { recovery } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { finishRecovery } from './finish-recovery.ts'
import { openRecovery } from './open-recovery.ts'

const limitRequests = ({ budgets, caller }: Pick<Context, 'budgets' | 'caller'>) =>
  budgets.spend([{ key: `recovery:from:${networkOf(caller.address)}`, limit: 60, within: hours(1) }])

export const recoveryHandlers: Handlers<typeof recovery> = {
  openRecovery: async (context, { body }) => {
    await limitRequests(context)
    return { data: await openRecovery(context, body.token) }
  },
  finishRecovery: async (context, { body }) => {
    await limitRequests(context)
    await finishRecovery(context, body)
    return { done: true }
  },
}
