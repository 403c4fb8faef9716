import type { Insertable } from 'kysely'
import type { Config } from '../../../config.ts'
import { isStaffWithPasskey } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { SecondFactors } from '../../../infra/db/schema.ts'

export const findSecondFactor = (db: Db, accountId: string) =>
  db.selectFrom('second_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const findConfirmedFactor = (db: Db, accountId: string) =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

export const hasConfirmedFactor = async (db: Db | Tx, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

export const findRequiredFactors = (db: Db, config: Config, accountId: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.account_id', '=', 'accounts.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select((eb) => [
      eb('second_factors.account_id', 'is not', null).as('code'),
      isStaffWithPasskey(config).as('passkey'),
    ])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()

export const savePendingFactor = (
  db: Db,
  accountId: string,
  values: Pick<Insertable<SecondFactors>, 'secret' | 'sealed_with'>,
) =>
  db
    .insertInto('second_factors')
    .values({ account_id: accountId, ...values })
    .onConflict((row) =>
      row
        .column('account_id')
        .doUpdateSet({ ...values, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute()

export async function markConfirmed(tx: Tx, accountId: string, secret: Buffer, step: number, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function saveStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  return numDeletedRows > 0n
}

export async function saveRecoveryCodes(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

export async function markRecoveryCodeUsed(db: Db, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countUnusedRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { unused } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unused
}

export const listFactorsSealedBefore = (db: Db, sealedWith: string) =>
  db
    .selectFrom('second_factors')
    .select(['account_id', 'secret'])
    .where('sealed_with', '!=', sealedWith)
    .limit(1000)
    .execute()

export const replaceSealedSecret = (db: Db, accountId: string, from: Buffer, secret: Buffer, sealed_with: string) =>
  db
    .updateTable('second_factors')
    .set({ secret, sealed_with })
    .where('account_id', '=', accountId)
    .where('secret', '=', from)
    .execute()
