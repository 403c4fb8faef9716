import { ApiError, type account, type ConsentKind } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { agreeTo, consentsOf, consentVersions, withdrawConsent } from '../../profiles/index.ts'
import * as service from './service.ts'
import { asMember, unitOfWork } from '../../../work.ts'

const done = { done: true } as const
export const accountHandlers: Handlers<typeof account> = {
  changePassword: async (context, { body }) => {
    await service.confirmIdentity(context, context.viewer, body.currentPassword, 'currentPassword')
    await service.changePassword(context, context.viewer, body.password)
    return done
  },
  listConsents: async ({ db, viewer }) => {
    const rows = await consentsOf(db, viewer.account.id)
    const consents = rows.map((row) => ({
      kind: row.kind as ConsentKind,
      version: row.version,
      currentVersion: consentVersions[row.kind as ConsentKind],
      givenAt: row.given_at.toISOString(),
      withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    }))
    return { data: { consents } }
  },
  setConsent: async (context, { params, body }) => {
    const { viewer } = context
    // Without the terms, or under age, there is no account: those are withdrawn by leaving.
    if (!body.given && params.kind !== 'special_category')
      throw new ApiError('conflict', 'The account rests on this. You can withdraw it by deleting your account.')
    await unitOfWork(context, asMember(viewer.account.id), async (work) => {
      if (body.given) await agreeTo(work.tx, viewer.account.id, params.kind, work.now)
      else await withdrawConsent(work.tx, viewer.account.id, params.kind, work.now)
    })
    return done
  },
}
