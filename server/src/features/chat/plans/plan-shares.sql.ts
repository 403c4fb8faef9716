import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type ShareRow = {
  id: string
  details: Buffer
  starts_at: Date
  check_at: Date | null
  expires_at: Date
  home_at: Date | null
  cancelled_at: Date | null
}

const columns = ['id', 'details', 'starts_at', 'check_at', 'expires_at', 'home_at', 'cancelled_at'] as const

type NewShare = Omit<ShareRow, 'id' | 'home_at' | 'cancelled_at'> & {
  plan_id: string
  account_id: string
  token_hash: Buffer
  created_at: Date
}

/** Each person has one link to a plan: a new one replaces it. */
export const saveShare = (tx: Tx, share: NewShare): Promise<ShareRow> =>
  tx
    .insertInto('plan_shares')
    .values(share)
    .onConflict((row) =>
      row.columns(['plan_id', 'account_id']).doUpdateSet({ ...share, home_at: null, cancelled_at: null }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

export const sharesOfPlans = (db: Db | Tx, accountId: string, planIds: readonly string[], now: Date) =>
  db
    .selectFrom('plan_shares')
    .select([...columns, 'plan_id'])
    .where('account_id', '=', accountId)
    .where('plan_id', 'in', planIds)
    .where('expires_at', '>', now)
    .execute()

export const shareOf = async (db: Db | Tx, planId: string, accountId: string, now: Date) =>
  (await sharesOfPlans(db, accountId, [planId], now))[0]

export const sharesOf = (db: Db, accountId: string, now: Date): Promise<ShareRow[]> =>
  db
    .selectFrom('plan_shares')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('cancelled_at', 'is', null)
    .orderBy('starts_at')
    .execute()

type FoundShare = ShareRow & { is_off: boolean }

/** `is_off`: the match or a block ended it before the date started. Later, the friend still waits for news. */
export const shareByToken = async (db: Db, tokenHash: Buffer, now: Date): Promise<FoundShare | undefined> =>
  (
    await sql<FoundShare>`
      select s.id, s.details, s.starts_at, s.check_at, s.expires_at, s.home_at, s.cancelled_at,
        coalesce(m.created_at > p.created_at or m.ended_at < s.starts_at, false) or exists (
          select from discovery_blocks b
          where b.one_id = m.a_id and b.other_id = m.b_id and b.at < s.starts_at) as is_off
      from plan_shares s left join date_plans p on p.id = s.plan_id left join matching_matches m on m.id = p.match_id
      where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(db)
  ).rows[0]

export const saveHomecoming = (db: Db, id: string, accountId: string, now: Date) =>
  db
    .updateTable('plan_shares')
    .set((row) => ({ home_at: row.fn.coalesce('home_at', row.val(now)) }))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst()

export const deleteShare = (db: Db, id: string, accountId: string) =>
  db
    .deleteFrom('plan_shares')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()

export const cancelShares = (tx: Tx, planId: string, now: Date) =>
  tx
    .updateTable('plan_shares')
    .set({ cancelled_at: now })
    .where('plan_id', '=', planId)
    .where('home_at', 'is', null)
    .execute()

export const deleteSharesOver = (db: Db, now: Date) =>
  db.deleteFrom('plan_shares').where('expires_at', '<=', now).execute()
