import type { address } from '@kindred/contract'
import { assertFactor } from '../../../http/factor.ts'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { confirmIdentity } from '../account/confirm-identity.ts'
import { requestNewAddress } from './request-new-address.ts'
import { openRecovery } from '../recovery/open-recovery.ts'
import { keepAddress } from './keep-address.ts'
import { confirmNewAddress } from './swap-address.ts'

const done = { done: true } as const

export const addressHandlers: Handlers<typeof address> = {
  changeEmail: async (context, { body }) => {
    const { viewer, budgets } = context
    await budgets.spend([{ key: `new-email:${viewer.account.id}`, limit: 5, within: hours(1) }])
    await assertFactor(context, viewer)
    await confirmIdentity(context, viewer, body.password)
    await requestNewAddress(context, viewer, body.email)
    return done
  },
  confirmEmail: async (context, { body }) => {
    await confirmNewAddress(context, body.token)
    return done
  },
  keepEmail: async (context, { body }) => {
    await keepAddress(context, body.token)
    return done
  },
  undoEmail: async (context, { body }) => {
    await openRecovery(context, body.token)
    return done
  },
}
