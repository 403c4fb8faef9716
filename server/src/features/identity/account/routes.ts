import { ApiError, type account } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { recordConsent, consentsOf, withdrawConsent } from '../../profiles/index.ts'
import { changePassword } from './change-password.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { toConsent } from './to-consent.ts'

const done = { done: true } as const

export const accountHandlers: Handlers<typeof account> = {
  changePassword: async (context, { body }) => {
    await confirmIdentity(context, context.viewer, body.currentPassword, 'currentPassword')
    await changePassword(context, context.viewer, body.password)
    return done
  },
  listConsents: async ({ db, viewer }) => {
    const rows = await consentsOf(db, viewer.account.id)
    return { data: { consents: rows.map(toConsent) } }
  },
  setConsent: async (context, { params, body }) => {
    const { viewer } = context
    // An account requires the terms and the minimum age. Withdrawing those consents means deleting the account.
    if (!body.given && params.kind !== 'special_category')
      throw new ApiError('conflict', 'The account rests on this. You can withdraw it by deleting your account.')
    await unitOfWork(context, asMember(viewer.account.id), async (work) => {
      if (body.given) await recordConsent(work.tx, viewer.account.id, params.kind, work.now)
      else await withdrawConsent(work.tx, viewer.account.id, params.kind, work.now)
    })
    return done
  },
}
