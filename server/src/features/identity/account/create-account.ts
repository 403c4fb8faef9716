import type { Insertable } from 'kysely'
import type { Account } from '../../../http/session.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { emailKey } from '../../../infra/email.ts'
import type { Work } from '../../../work.ts'
import { hideAddressBlockers } from '../../discovery/index.ts'

type AccountInput = Omit<Insertable<Accounts>, 'created_at' | 'email_key'> & { email: string }

/** The database refuses a taken address (accounts_email_key). */
export async function createAccount(
  { tx, now, lastingKeys }: Work<'lastingKeys'>,
  input: AccountInput,
): Promise<Account> {
  const account = await tx
    .insertInto('accounts')
    .values({ created_at: now, last_active_at: now, ...input, email_key: emailKey(input.email) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await hideAddressBlockers(tx, lastingKeys, account.id, input.email, now)
  return account
}
