import { ApiError, type sessions } from '@kindred/contract'
import { deviceOf } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { later } from '../../../infra/clock.ts'
import * as queries from './queries.ts'
import { endSessions, lifetimeOf } from './service.ts'
import { asMember, unitOfWork } from '../../../work.ts'

const done = { done: true } as const

export const sessionHandlers: Handlers<typeof sessions> = {
  listSessions: async ({ db, clock, viewer }) => {
    const now = clock.now()
    const rows = await queries.openSessionsOf(db, viewer.account.id, later(now, -lifetimeOf(viewer.account).idle), now)
    const sessions = rows.map((row) => ({
      _id: row.id,
      current: row.id === viewer.sessionId,
      device: deviceOf(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
    }))
    return { data: { sessions } }
  },
  endSession: async (context, { params }) => {
    await unitOfWork(context, asMember(context.viewer.account.id), async (work) => {
      if (!(await queries.isOwn(work.tx, params.id, work.viewer.account.id)))
        throw new ApiError('not_found', 'There is no such session.')
      await endSessions(work, { sessionId: params.id }, 'revoked')
    })
    return done
  },
  endOtherSessions: async (context) => ({
    ended: await unitOfWork(context, asMember(context.viewer.account.id), (work) =>
      endSessions(work, { accountId: work.viewer.account.id, except: work.viewer.sessionId }, 'revoked'),
    ),
  }),
}
