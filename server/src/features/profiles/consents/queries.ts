import type { ConsentKind } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import { specialCategory } from './special-category.ts'
import { writeAnswerSheets } from '../questions/queries.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'

type GivenConsent = { kind: string; version: string }

export const withdrawOtherVersions = (tx: Tx, accountId: string, given: readonly GivenConsent[], now: Date) =>
  sql`
    update consents c set withdrawn_at = ${now} from ${rowsOf(given)}
    where c.account_id = ${accountId} and c.kind = g.kind and c.version <> g.version
      and c.withdrawn_at is null`.execute(tx)

export const insertConsents = (tx: Tx, accountId: string, given: readonly GivenConsent[], now: Date) =>
  sql`
    insert into consents (account_id, kind, version, given_at)
    select ${accountId}, g.kind, g.version, ${now} from ${rowsOf(given)}
    on conflict (account_id, kind) where withdrawn_at is null do nothing`.execute(tx)

const rowsOf = (given: readonly GivenConsent[]) =>
  sql`unnest(${given.map(({ kind }) => kind)}::text[], ${given.map(({ version }) => version)}::text[])
    g(kind, version)`

export const withdrawConsents = (tx: Tx, accountId: string, now: Date) =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .execute()

export const withdrawConsent = (tx: Tx, accountId: string, kind: string, now: Date) =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()

export const hasConsent = async (tx: Tx, accountId: string, kind: ConsentKind): Promise<boolean> =>
  (await tx
    .selectFrom('consents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const consentsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

const { plainGenders, basics, filters, searches } = specialCategory
const list = (values: readonly string[]) => sql`${values}::text[]`

const isInOwnWords = sql<boolean>`not lower(p.gender) = any(${list(plainGenders)})`
/** Lists use this gender while a change of gender is pending. */
const isFoundByOwnWords = sql<boolean>`not lower(p.found_gender) = any(${list(plainGenders)})`
const isSpecial = sql<boolean>`(p.interested_in <> '{}' or coalesce(${isInOwnWords}, false)
  or coalesce(${isFoundByOwnWords}, false) or p.basics ?| ${list(basics)} or p.retired -> 'basics' ?| ${list(basics)} or p.filters ?| ${list(filters)})`
const part = (column: RawBuilder<unknown>, names: readonly string[]) =>
  sql`(select jsonb_object_agg(key, value) from jsonb_each(${column}) where key = any(${list(names)}))`

/**
 * Hides special-category data from listings, decks and scores, with the answers to these questions. Data withdrawn
 * earlier keeps its due date. What the operator retired is erased. The caller has locked the account.
 */
export async function takeDetails(
  tx: Tx,
  id: string,
  questions: readonly string[],
  now: Date,
  eraseAt: Date,
): Promise<void> {
  await sql`
    with shown as (select * from profiles p where p.account_id = ${id} and ${isSpecial}),
    hidden as (
      update profiles p set interested_in = '{}', gender = case when ${isInOwnWords} then null else p.gender end,
        shown_to = null, found_gender = case when ${isFoundByOwnWords} then null else p.found_gender end,
        found_shown_to = null, basics = p.basics - ${list(basics)},
        filters = p.filters - ${list(filters)}, retired = p.retired || jsonb_strip_nulls(jsonb_build_object('basics',
          (p.retired -> 'basics') - ${list(basics)})), updated_at = ${now}
      where p.account_id = ${id} and ${isSpecial}),
    answered as (
      delete from answers where account_id = ${id} and question_id = any(${list(questions)}) returning *),
    taken as (
      select jsonb_strip_nulls(jsonb_build_object(
        'profile', (select jsonb_build_object('interested_in', p.interested_in,
            'gender', case when ${isInOwnWords} then p.gender end,
            'found_gender', case when ${isFoundByOwnWords} then p.found_gender end,
            'shown_to', p.shown_to, 'found_shown_to', p.found_shown_to,
            'basics', ${part(sql`p.basics`, basics)}, 'filters', ${part(sql`p.filters`, filters)}) from shown p),
        'answers', (select jsonb_agg(to_jsonb(answered)) from answered),
        'searches', discovery_take_searches(${id}, ${list(searches)}))) as details)
    insert into withdrawn_details as before (account_id, details, withdrawn_at, erase_at)
    select ${id}, details, ${now}, ${eraseAt} from taken where details <> '{}'
    on conflict (account_id, kind) do update set details = before.details || excluded.details`.execute(tx)
  await writeAnswerSheets(tx, [id])
}

const returnedSet = (name: string) => sql`(select array_agg(value) from jsonb_array_elements_text(
  case jsonb_typeof(r.details #> array['profile', ${name}::text]) when 'array'
    then r.details #> array['profile', ${name}::text] else '[]' end))`

/** Skips fields that have a new value. The caller has locked the account. */
export async function returnDetails(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`
    with returned as (delete from withdrawn_details where account_id = ${id} and kind = 'special_category' returning details),
    profile as (
      update profiles p set
        gender = coalesce(p.gender, r.details #>> '{profile,gender}'),
        found_gender = case when p.found_gender_until is not null
          then coalesce(p.found_gender, r.details #>> '{profile,found_gender}') end,
        shown_to = case when p.gender is null then ${returnedSet('shown_to')} else p.shown_to end,
        found_shown_to = case when p.found_gender_until is not null and p.found_gender is null
          then ${returnedSet('found_shown_to')} else p.found_shown_to end,
        interested_in = case when p.interested_in <> '{}' then p.interested_in
          else array(select jsonb_array_elements_text(r.details #> '{profile,interested_in}')) end,
        basics = coalesce(r.details #> '{profile,basics}', '{}') || p.basics,
        filters = coalesce(r.details #> '{profile,filters}', '{}') || p.filters, updated_at = ${now}
      from returned r where p.account_id = ${id} and r.details ? 'profile'),
    answered as (
      insert into answers select a.* from returned r, jsonb_populate_recordset(null::answers, r.details -> 'answers') a
      on conflict do nothing)
    select discovery_return_searches(${id}, r.details -> 'searches') from returned r
    where r.details ? 'searches'`.execute(tx)
  await writeAnswerSheets(tx, [id])
}

export const findEraseAt = async (db: Db, accountId: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('withdrawn_details')
      .select('erase_at')
      .where('account_id', '=', accountId)
      .where('kind', '=', 'special_category')
      .executeTakeFirst()
  )?.erase_at ?? null

export const eraseDueDetails = (db: Db, now: Date) =>
  db.deleteFrom('withdrawn_details').where('erase_at', '<=', now).execute()

/** What was kept as evidence of texts whose consent was withdrawn before, and not given again. */
export const eraseShownDetails = (db: Db, before: Date) =>
  sql`
    with gone as (
      select account_id, kind from consents where kind in ('special_category', 'sensitive_fields')
      group by 1, 2 having bool_and(coalesce(withdrawn_at <= ${before}, false)))
    delete from shown_texts t using gone g
    where t.author_id = g.account_id and t.reader_id is null and t.until <= ${before}
      and (g.kind = 'special_category' and t.place in ('gender', 'religion')
        or g.kind = 'sensitive_fields' and t.place = 'field')`.execute(db)

export const accountsWithoutConsent = async (
  db: Db,
  questions: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select a.id from identity_people a
      where a.id > ${after}::uuid and a.state <> 'erased'
        and not exists (select from consents c
          where c.account_id = a.id and c.kind = 'special_category' and c.withdrawn_at is null)
        and (exists (select from profiles p where p.account_id = a.id and ${isSpecial})
          or exists (select from answers where account_id = a.id and question_id = any(${list(questions)}))
          or exists (select from discovery_searches s where s.account_id = a.id and s.query ?| ${list(searches)}))
      order by a.id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)
