import { requiredTermsOf } from '../../operations/index.ts'
import { ApiError, type auth } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { afterTrips, onboardingOf, toOwnUser, toPrivacySettings } from '../../profiles/index.ts'
import { answerChallenge, checkSignInCode } from '../second-factor/second-factor.ts'
import { endSessionOfToken, endSessions, refreshSession } from '../sessions/sessions.ts'
import { finishSignIn, login, register } from './auth.ts'

/** Signing out always succeeds, so its contract accepts any body. */
const refreshTokenIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'refreshToken' in body && typeof body.refreshToken === 'string'
    ? body.refreshToken
    : undefined

export const authHandlers: Handlers<typeof auth> = {
  register: async (context, { body }) => {
    const { onboardingComplete: _, ...answer } = await register(context, body)
    return answer
  },
  login: async (context, { body }) => ({ data: await login(context, body.email, body.password) }),
  secondFactor: async (context, { body }) => {
    const account = await answerChallenge(context, body.challenge, (id) => checkSignInCode(context, id, body.code))
    if (!account) throw new ApiError('invalid_credentials', 'That code is wrong or has expired. Please sign in again.')
    return { data: await finishSignIn(context, account, { secondFactor: true }) }
  },
  refreshToken: async (context, { body }) => ({ data: await refreshSession(context, body.refreshToken) }),
  logout: async (context, { body }) => {
    const { viewer } = context
    if (viewer)
      await unitOfWork(context, asAccount(viewer.account), (work) =>
        endSessions(work, { accountId: viewer.account.id, sessionId: viewer.sessionId }, 'signed_out'),
      )
    const refreshToken = refreshTokenIn(body)
    if (refreshToken !== undefined) await endSessionOfToken(context, refreshToken)
    return { done: true }
  },
  getProfile: async (context) => {
    const viewer = await afterTrips(context, context.viewer)
    return {
      userData: {
        user: toOwnUser(context, viewer.sessionId, viewer.account, viewer.profile),
        privacySettings: toPrivacySettings(viewer.account),
      },
      ...onboardingOf(viewer.account, viewer.profile, { ...viewer, requiredTerms: await requiredTermsOf(context) }),
    }
  },
}
