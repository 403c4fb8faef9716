import type { Updateable } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'

type AddressValues = Pick<Updateable<Accounts>, 'email' | 'email_key' | 'email_verified_at'>

export const saveAddress = (tx: Tx, accountId: string, values: AddressValues) =>
  tx.updateTable('accounts').set(values).where('id', '=', accountId).execute()
