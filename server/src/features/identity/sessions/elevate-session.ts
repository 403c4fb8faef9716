import type { Viewer } from '../../../http/session.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'

/**
 * Limits for confirming the identity. The limit for each session is low, so that a stolen session can't use up its
 * owner's attempts; the limit for the account covers all of them.
 */
export const stepUpBudgets = ({ sessionId, account }: Viewer): Budget[] => [
  { key: `step-up:session:${sessionId}`, limit: 10, within: minutes(15) },
  { key: `step-up:${account.id}`, limit: 40, within: minutes(15) },
]

/**
 * After confirming their identity, the viewer may make sensitive changes in this session for 15 minutes. Changes of
 * credentials need something other than the password (`byFactor`) if the account has it.
 */
export const elevateSession = (
  db: Db,
  { account, sessionId, secondFactor, hasSecondFactor }: Viewer,
  { now, byFactor }: { now: Date; byFactor: boolean },
) =>
  db
    .updateTable('sessions')
    .set({ elevated_at: now, second_factor: secondFactor || hasSecondFactor, ...(byFactor && { factor_at: now }) })
    .where('account_id', '=', account.id)
    .where('id', '=', sessionId)
    .execute()

/** For a provider, which isn't a second factor. */
export const confirmSession = (db: Db, { account, sessionId }: Viewer, now: Date) =>
  db
    .updateTable('sessions')
    .set({ elevated_at: now, factor_at: now })
    .where('account_id', '=', account.id)
    .where('id', '=', sessionId)
    .execute()
