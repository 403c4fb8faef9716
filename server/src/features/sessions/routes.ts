import { ApiError, type sessions } from '@kindred/contract'
import { deviceOf } from '../../http/caller.ts'
import type { Context, Handlers } from '../../http/mount.ts'
import { later, minutes } from '../../infra/clock.ts'
import { transaction } from '../../infra/db/db.ts'
import { checkSecondFactor } from '../second-factor/service.ts'
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
  stepUp: async (context, { body }) => {
    const { viewer, budgets, db, clock } = context
    await budgets.spend([{ key: `step-up:${viewer.account.id}`, limit: 10, within: minutes(15) }])
    if (!(await proves(context, body)))
      throw new ApiError(
        'invalid_credentials',
        viewer.hasSecondFactor ? 'That code is not right.' : 'That password is not right.',
      )
    await queries.elevate(db, viewer.sessionId, clock.now())
    return done
  },
}

/** Whoever has a second factor steps up by it; the others by their password. */
async function proves(
  context: Context & { viewer: NonNullable<Context['viewer']> },
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<boolean> {
  const { account, hasSecondFactor } = context.viewer
  if (hasSecondFactor) return code !== undefined && checkSecondFactor(context, account.id, code)
  return context.passwords.matches(account.password_hash, password ?? '')
}
