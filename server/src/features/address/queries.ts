import type { Tx } from '../../infra/db/db.ts'

const keyOf = (email: string) => email.trim().normalize('NFC').toLowerCase()

export const isTakenAddress = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx.selectFrom('accounts').select('id').where('email_key', '=', keyOf(email)).executeTakeFirst()) !== undefined

export const lockAccount = (tx: Tx, id: string) =>
  tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
