import type { address } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { hours } from '../../../infra/clock.ts'
import { confirmIdentity } from '../account/service.ts'
import * as service from './service.ts'

const done = { done: true } as const

export const addressHandlers: Handlers<typeof address> = {
  changeEmail: async (context, { body }) => {
    const { viewer, budgets } = context
    await budgets.spend([{ key: `new-email:${viewer.account.id}`, limit: 5, within: hours(1) }])
    await confirmIdentity(context, viewer, body.password)
    await service.askForNewAddress(context, viewer.account, body.email)
    return done
  },
  confirmEmail: async (context, { body }) => {
    await service.confirmNewAddress(context, body.token)
    return done
  },
  undoEmail: async (context, { body }) => {
    await service.undoNewAddress(context, body.token)
    return done
  },
}
