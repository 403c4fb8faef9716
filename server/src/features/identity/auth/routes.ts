import { ApiError, type auth } from '@kindred/contract'
import { networkOf } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { minutes } from '../../../infra/clock.ts'
import { answerChallenge, checkSecondFactor } from '../second-factor/service.ts'
import { endFamilyOf, endSessions, rotate } from '../sessions/service.ts'
import { duties, ownUser, privacyOf } from '../../profiles/index.ts'
import { finishSignIn, login, register } from './service.ts'
import { asMember, unitOfWork } from '../../../work.ts'

export const authHandlers: Handlers<typeof auth> = {
  register: async (context, { body }) => {
    const { onboardingComplete: _, ...answer } = await register(context, body)
    return answer
  },
  login: async (context, { body }) => ({ data: await login(context, body.email, body.password) }),
  secondFactor: async (context, { body }) => {
    await context.budgets.spend([
      { key: `second-factor:from:${networkOf(context.caller.address)}`, limit: 30, within: minutes(15) },
    ])
    const account = await answerChallenge(context, body.challenge, (id) => checkSecondFactor(context, id, body.code))
    if (!account)
      throw new ApiError('invalid_credentials', 'That code is not right, or it took too long. Please sign in again.')
    return { data: await finishSignIn(context, account, { secondFactor: true }) }
  },
  refreshToken: async (context, { body }) => ({ data: await rotate(context, body.refreshToken) }),
  logout: async (context, { body }) => {
    const { viewer } = context
    if (viewer)
      await unitOfWork(context, asMember(viewer.account.id), (work) =>
        endSessions(work, { sessionId: viewer.sessionId }, 'signed_out'),
      )
    const { refreshToken } = (typeof body === 'object' && body !== null ? body : {}) as { refreshToken?: unknown }
    if (typeof refreshToken === 'string') await endFamilyOf(context, refreshToken)
    return { done: true }
  },
  getProfile: async ({ viewer: { account, profile, sessionId }, ...context }) => ({
    userData: {
      user: ownUser(context, sessionId, account, profile),
      privacySettings: privacyOf(account),
    },
    ...duties(account, profile),
  }),
}
