import { type Selectable, sql, type Updateable } from 'kysely'
import type { Account, Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'
import { keepShown, shownColumns, textsOfProfile } from '../shown-texts/shown-texts.ts'

export const findProfile = async (db: Db | Tx, accountId: string): Promise<Profile | null> =>
  (await db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()) ?? null

export const findProfiles = (db: Db, accountIds: readonly string[]): Promise<Profile[]> =>
  db
    .selectFrom('profiles')
    .selectAll()
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .execute()

export const profileOf = (accountId: string) =>
  sql<Profile | null>`(select to_jsonb(p) from profiles p where p.account_id = ${accountId})`

/**
 * Changes only fields that members may change (identity_change), and locks the account even if nothing changes. With
 * `counted`, staff who are deciding about the account see that it has changed.
 */
export async function changeAccount(
  tx: Tx,
  id: string,
  values: Updateable<Accounts>,
  counted: boolean,
): Promise<Account> {
  // JSON omits undefined values, so only the given columns change.
  const { rows } = await sql<Account>`
    select * from identity_change(${id}, ${JSON.stringify(values)}::jsonb, ${counted})`.execute(tx)
  const [changed] = rows
  if (!changed) throw new Error('The account of a signed-in member is gone.')
  return changed
}

/** People who can no longer see the member keep seeing the earlier first name (discovery/people/names.ts). */
export async function keepName(tx: Tx, id: string, newName: string, now: Date): Promise<void> {
  await holdAccount(tx, id)
  const named = await tx.selectFrom('accounts').select('first_name').where('id', '=', id).executeTakeFirst()
  const before = named?.first_name ? [{ place: 'name' as const, text: named.first_name }] : []
  await keepShown(tx, id, { before, after: [{ place: 'name', text: newName }] }, now)
}

/**
 * Every change of a profile locks its account first (identity_lock), as do changes of both. Otherwise, two concurrent
 * changes of a member could deadlock.
 */
export const holdAccount = (tx: Tx, id: string) => sql`select identity_lock(${id})`.execute(tx)

export async function saveProfile(
  tx: Tx,
  account_id: string,
  values: Updateable<Profiles>,
  updated_at: Date,
): Promise<Profile> {
  await holdAccount(tx, account_id)
  const isShown = shownColumns.some((column) => column in values)
  const before = isShown ? await findProfile(tx, account_id) : null
  const saved = await tx
    .insertInto('profiles')
    .values({ ...values, account_id, updated_at })
    .onConflict((row) => row.column('account_id').doUpdateSet({ ...values, updated_at }))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isShown)
    await keepShown(tx, account_id, { before: textsOfProfile(before), after: textsOfProfile(saved) }, updated_at)
  return saved
}

/** Saves changes made by someone else. Without changes, no row is created. */
export async function editProfile(tx: Tx, accountId: string, values: Updateable<Profiles>, at: Date): Promise<void> {
  if (Object.keys(values).length > 0) await saveProfile(tx, accountId, values, at)
}

const genderColumns = [
  'gender',
  'shown_to',
  'found_gender',
  'found_shown_to',
  'found_gender_until',
  'gender_changes',
] as const
export type GenderRow = Pick<Selectable<Profiles>, (typeof genderColumns)[number]>

/** The caller has locked the account. */
export const lockGender = (tx: Tx, accountId: string): Promise<GenderRow | undefined> =>
  tx.selectFrom('profiles').select(genderColumns).where('account_id', '=', accountId).forUpdate().executeTakeFirst()

const MOST_DUE = 1000

export const accountsWithDueGender = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .select('account_id')
      .where('found_gender_until', '<=', now)
      .orderBy('found_gender_until')
      .limit(MOST_DUE)
      .execute()
  ).map(({ account_id }) => account_id)

/** Checks the wait again, because another change may have extended it. */
export async function clearFoundGender(tx: Tx, accountId: string, now: Date): Promise<void> {
  await holdAccount(tx, accountId)
  await tx
    .updateTable('profiles')
    .set({ found_gender: null, found_shown_to: null, found_gender_until: null })
    .where('account_id', '=', accountId)
    .where('found_gender_until', '<=', now)
    .execute()
}
