import { networkOf, type Caller } from '../../../http/caller.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { STAFF_LIMIT } from '../sessions/sessions.sql.ts'

export const insertSignIn = (
  db: Db | Tx,
  account_id: string,
  { caller, now }: { caller: Caller; now: Date },
  outcome: 'succeeded' | 'failed',
) =>
  db
    .insertInto('sign_ins')
    .values({ account_id, at: now, address: networkOf(caller.address), user_agent: caller.userAgent, outcome })
    .execute()

/** Runs at every sign-in. For an unknown address it looks for an id that no account has, so that it takes as long. */
export async function hasSignedInFrom(
  db: Db,
  accountId: string | null,
  network: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_ins')
    .select('id')
    .where('account_id', '=', accountId ?? '00000000-0000-4000-8000-000000000000')
    .where('address', '=', network)
    .where('outcome', '=', 'succeeded')
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether someone has signed in before, but never with this user agent. */
export async function isNewDevice(tx: Tx, accountId: string, userAgent: string, since: Date): Promise<boolean> {
  const seen = await tx
    .selectFrom('sign_ins')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('user_agent', '=', userAgent).as('same'),
    ])
    .where('account_id', '=', accountId)
    .where('outcome', '=', 'succeeded')
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return seen.all > 0 && seen.same === 0
}

export const latestSignIns = (db: Db, accountId: string) =>
  db
    .selectFrom('sign_ins')
    .select(['at', 'outcome', 'address', 'user_agent'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(STAFF_LIMIT)
    .execute()
