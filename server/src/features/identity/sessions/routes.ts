import { ApiError, type sessions } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { later } from '../../../infra/clock.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { endSessions } from './end-sessions.ts'
import { lifetimeOf } from './rules.ts'
import { isOwnOpenSession, listOpenSessions } from './sessions.sql.ts'
import { toSession } from './to-session.ts'

const done = { done: true } as const

export const sessionHandlers: Handlers<typeof sessions> = {
  listSessions: async ({ db, clock, viewer, caller }) => {
    const now = clock.now()
    const rows = await listOpenSessions(db, viewer.account.id, later(now, -lifetimeOf(viewer.account).idle), now)
    return { data: { sessions: rows.map((row) => toSession(row, viewer.sessionId, caller.language)) } }
  },
  endSession: async (context, { params }) => {
    await unitOfWork(context, asAccount(context.viewer.account), async (work) => {
      const session = { accountId: work.viewer.account.id, sessionId: params.id }
      if (!(await isOwnOpenSession(work.tx, session))) throw new ApiError('not_found', 'We couldn’t find this session.')
      await endSessions(work, session, 'revoked')
    })
    return done
  },
  endOtherSessions: async (context) => ({
    ended: await unitOfWork(context, asAccount(context.viewer.account), (work) =>
      endSessions(work, { accountId: work.viewer.account.id, except: work.viewer.sessionId }, 'revoked'),
    ),
  }),
}
