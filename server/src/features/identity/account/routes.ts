import type { account } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { assertFactor } from '../../../http/factor.ts'
import { consentsOf, findEraseAt, setConsent } from '../../profiles/index.ts'
import { changePassword } from './change-password.ts'
import { chooseLanguage } from './choose-language.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { toConsent } from './to-consent.ts'

const done = { done: true } as const

export const accountHandlers: Handlers<typeof account> = {
  changePassword: async (context, { body }) => {
    await assertFactor(context, context.viewer)
    await confirmIdentity(context, context.viewer, body.currentPassword, 'currentPassword')
    await changePassword(context, context.viewer, body.password)
    return done
  },
  setLanguage: async (context, { body: { language } }) => {
    await chooseLanguage(context, context.viewer.account, language)
    return { language }
  },
  listConsents: async ({ db, viewer }) => {
    const [rows, erasesAt] = await Promise.all([consentsOf(db, viewer.account.id), findEraseAt(db, viewer.account.id)])
    return { data: { consents: rows.map(toConsent), erasesAt: erasesAt?.toISOString() ?? null } }
  },
  setConsent: async (context, { params, body }) => {
    await setConsent(context, context.viewer, params.kind, body.given)
    return done
  },
}
