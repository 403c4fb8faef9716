import { sql } from 'kysely'
import { dropFieldTexts } from '../shown-texts/shown-texts.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

// Answers are a part of the profile, and of the details that a withdrawn consent hides.

const list = (values: readonly string[]) => sql`${values}::text[]`

/** A page of the accounts that answered one of these fields. */
export const accountsWithAnswers = async (
  db: Db,
  fieldIds: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select p.account_id as id from profiles p
      where p.account_id > ${after}::uuid and (p.fields ?| ${list(fieldIds)}
        or exists (select from withdrawn_details w where w.account_id = p.account_id
          and w.kind = 'sensitive_fields' and w.details -> 'fields' ?| ${list(fieldIds)}))
      order by p.account_id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

export type Erasing = { id: string; options: string[] | null }

/**
 * Answers without these fields and options. An answer that only had erased options is erased, too. `answers` is SQL for
 * a set of answers.
 */
const without = (answers: ReturnType<typeof sql>, erasing: readonly Erasing[]) => sql`(
  select coalesce(jsonb_object_agg(a.key, a.kept), '{}') from (
    select key, case when e.options is null then value
      when jsonb_typeof(value -> 'value') = 'array' then jsonb_set(value, '{value}', coalesce((
        select jsonb_agg(choice) from jsonb_array_elements(value -> 'value') choice
        where not e.options ? (choice #>> '{}')), '[]'))
      else value end as kept
    from jsonb_each(${answers}) left join (
      select erased ->> 'id' as id, nullif(erased -> 'options', 'null') as options
      from jsonb_array_elements(${JSON.stringify(erasing)}::jsonb) listed(erased)) e on e.id = key
    where not (e.id is not null and e.options is null)
      and not coalesce(jsonb_typeof(value -> 'value') = 'string' and e.options ? (value ->> 'value'), false)) a
  where a.kept -> 'value' is distinct from '[]')`

/** The caller has locked the account. Filters by an erased field have no effect, so they go, too. */
export async function eraseAnswers(tx: Tx, accountId: string, erasing: readonly Erasing[]): Promise<void> {
  if (erasing.length === 0) return
  const whole = erasing.flatMap(({ id, options }) => (options === null ? [id] : []))
  await dropFieldTexts(tx, accountId, whole)
  await sql`
    update profiles p set fields = ${without(sql`p.fields`, erasing)},
      filters = case when p.filters ? 'fields'
        then jsonb_set(p.filters, '{fields}', (p.filters -> 'fields') - ${list(whole)}) else p.filters end
    where p.account_id = ${accountId}`.execute(tx)
  await sql`
    update withdrawn_details w
      set details = jsonb_set(w.details, '{fields}', ${without(sql`w.details -> 'fields'`, erasing)})
    where w.account_id = ${accountId} and w.kind = 'sensitive_fields'`.execute(tx)
}

/** Hides the answers to sensitive fields, and drops the filters and searches by them. The caller has locked the account. */
export async function takeAnswers(
  tx: Tx,
  accountId: string,
  fieldIds: readonly string[],
  now: Date,
  eraseAt: Date,
): Promise<void> {
  await sql`select discovery_drop_field_searches(${accountId}, ${list(fieldIds)})`.execute(tx)
  await sql`
    with taken as (
      select jsonb_object_agg(key, value) as fields from profiles p, jsonb_each(p.fields)
      where p.account_id = ${accountId} and key = any(${list(fieldIds)})),
    hidden as (
      update profiles p set fields = p.fields - ${list(fieldIds)}, updated_at = ${now},
        filters = case when p.filters ? 'fields'
          then jsonb_set(p.filters, '{fields}', (p.filters -> 'fields') - ${list(fieldIds)}) else p.filters end
      where p.account_id = ${accountId})
    insert into withdrawn_details as before (account_id, kind, details, withdrawn_at, erase_at)
    select ${accountId}, 'sensitive_fields', jsonb_build_object('fields', fields), ${now}, ${eraseAt} from taken
    where fields is not null
    on conflict (account_id, kind) do update set details = jsonb_build_object(
      'fields', (before.details -> 'fields') || (excluded.details -> 'fields'))`.execute(tx)
}

/** Skips fields that have a new answer. The caller has locked the account. */
export const returnAnswers = (tx: Tx, accountId: string, now: Date) =>
  sql`
    with returned as (
      delete from withdrawn_details where account_id = ${accountId} and kind = 'sensitive_fields' returning details)
    update profiles p set fields = (r.details -> 'fields') || p.fields, updated_at = ${now}
    from returned r where p.account_id = ${accountId}`.execute(tx)
