import { networkOf, type Caller } from '../../../http/caller.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { emailKey } from '../../../infra/email.ts'

export const accountByEmail = (db: Db | Tx, email: string) =>
  db.selectFrom('accounts').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** The account as it is at this moment, held until the session stands: credentials do not change in between. */
export const holdAccount = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).forShare().executeTakeFirst()

/** Whether the passkey that was used has not been removed since. */
export const hasPasskey = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('passkeys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

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

/** Asked for every sign-in, with nobody's id too, so that it takes the same time. */
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

/** Signed in before, but never with this program: worth a letter. */
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
