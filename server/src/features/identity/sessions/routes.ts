import { ApiError, type sessions } from '@kindred/contract'
import { deviceOf } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/mount.ts'
import { later } from '../../../infra/clock.ts'
import { transaction } from '../../../infra/db/db.ts'
import * as queries from './queries.ts'
import { endSessions, lifetimeOf } from './service.ts'

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
    await transaction(context.db, async (tx, afterCommit) => {
      if (!(await queries.isOwn(tx, params.id, context.viewer.account.id)))
        throw new ApiError('not_found', 'There is no such session.')
      await endSessions(tx, context, { sessionId: params.id }, 'revoked', afterCommit)
    })
    return done
  },
  endOtherSessions: async (context) => ({
    ended: await transaction(context.db, (tx, afterCommit) =>
      endSessions(
        tx,
        context,
        { accountId: context.viewer.account.id, except: context.viewer.sessionId },
        'revoked',
        afterCommit,
      ),
    ),
  }),
}
