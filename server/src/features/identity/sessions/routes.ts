import { ApiError, type sessions, type SessionSummary } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Selectable } from 'kysely'
import type { Handlers } from '../../../http/mount.ts'
import { later } from '../../../infra/clock.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { endSessions } from './sessions.ts'
import { lifetimeOf } from './rules.ts'
import { isOwnOpenSession, listOpenSessions } from './queries.ts'
import { deviceOf } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

type Row = Pick<Selectable<Sessions>, 'id' | 'user_agent' | 'address' | 'created_at' | 'last_used_at'>

const toSession = (row: Row, currentId: string, language: Language): SessionSummary => ({
  _id: row.id,
  current: row.id === currentId,
  device: write(language, deviceOf(row.user_agent)),
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})

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
