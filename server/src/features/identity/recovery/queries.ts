import { sql } from 'kysely'
import type { Tx } from '../../../infra/db/db.ts'

/**
 * Moves newer credentials out of the tables that sign-ins read. Recovery codes move with their second factor. A setup
 * that isn't confirmed is dropped.
 */
export async function suspendNewer(tx: Tx, accountId: string, after: Date, now: Date): Promise<void> {
  await sql`
    with gone as (delete from passkeys where account_id = ${accountId} and created_at > ${after} returning *)
    insert into suspended_factors (account_id, kind, name, created_at, suspended_at, credential)
    select account_id, 'passkey', name, created_at, ${now}::timestamptz, to_jsonb(gone) from gone`.execute(tx)
  await sql`
    with gone as (delete from identities where account_id = ${accountId} and created_at > ${after} returning *)
    insert into suspended_factors (account_id, kind, name, created_at, suspended_at, credential)
    select account_id, 'identity', provider, created_at, ${now}::timestamptz, to_jsonb(gone) from gone`.execute(tx)
  await sql`
    with gone as (
        delete from second_factors
        where account_id = ${accountId} and (confirmed_at is null or confirmed_at > ${after}) returning *),
      codes as (
        delete from recovery_codes c using gone where c.account_id = ${accountId} and c.account_id = gone.account_id
        returning c.code_hash, c.used_at)
    insert into suspended_factors (account_id, kind, name, created_at, suspended_at, credential)
    select account_id, 'second-factor', '', confirmed_at, ${now}::timestamptz, to_jsonb(gone) || jsonb_build_object(
      'codes', (select coalesce(jsonb_agg(to_jsonb(codes)), '[]') from codes))
    from gone where confirmed_at is not null`.execute(tx)
}

export async function deleteNewer(tx: Tx, accountId: string, after: Date, now: Date): Promise<void> {
  await suspendNewer(tx, accountId, after, now)
  await deleteSuspended(tx, accountId)
}

export const deleteSuspended = (tx: Tx, accountId: string) =>
  tx.deleteFrom('suspended_factors').where('account_id', '=', accountId).execute()

export const listSuspended = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('suspended_factors')
    .select(['id', 'kind', 'name', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(100)
    .execute()

/**
 * Skips credentials that can't come back: a passkey or identity that is linked elsewhere by now, or a second factor
 * that was replaced.
 */
export async function restoreSuspended(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  const kept = sql`suspended_factors s where s.account_id = ${accountId} and s.id = any(${[...ids]}::uuid[])`
  await sql`
    insert into passkeys
    select r.* from (select credential from ${kept} and kind = 'passkey') s,
      jsonb_populate_record(null::passkeys, s.credential) r
    where not exists (select from passkeys o where o.credential_id = r.credential_id)`.execute(tx)
  await sql`
    insert into identities
    select r.* from (select credential from ${kept} and kind = 'identity') s,
      jsonb_populate_record(null::identities, s.credential) r
    where not exists (select from identities o where (o.provider, o.subject) = (r.provider, r.subject))
      and not exists (select from identities i where i.account_id = r.account_id and i.provider = r.provider)`.execute(
    tx,
  )
  await sql`
    with factor as (
        select credential from ${kept} and kind = 'second-factor' order by suspended_at desc, created_at desc limit 1),
      restored as (
        insert into second_factors
        select r.* from factor, jsonb_populate_record(null::second_factors, factor.credential) r
        on conflict do nothing returning account_id)
    insert into recovery_codes (account_id, code_hash, used_at)
    select restored.account_id, c.code_hash, c.used_at
    from restored, factor, jsonb_populate_recordset(null::recovery_codes, factor.credential -> 'codes') c`.execute(tx)
}

export type ActiveCredential = { kind: string; id: string; name: string; created_at: Date }

export async function listActive(tx: Tx, accountId: string): Promise<ActiveCredential[]> {
  const { rows } = await sql<ActiveCredential>`
    select 'passkey' as kind, id::text as id, name, created_at from passkeys where account_id = ${accountId}
    union all
    select 'identity', provider, provider, created_at from identities where account_id = ${accountId}
    union all
    select 'second-factor', 'second-factor', '', confirmed_at from second_factors
    where account_id = ${accountId} and confirmed_at is not null
    order by created_at limit 100`.execute(tx)
  return rows
}
