import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

/** Retired values. Those retired long enough ago are erased. */
export type Retired = { prompts: readonly string[]; intentions: readonly string[]; basics: readonly string[] }

const list = (values: readonly string[]) => sql`${values}::text[]`

/** A page of the accounts whose profiles have a retired value, or had one that may have come back. */
export const accountsToSettle = async (
  db: Db,
  { prompts, intentions, basics }: Retired,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select account_id as id from profiles
      where account_id > ${after}::uuid and (retired <> '{}' or intention = any(${list(intentions)})
        or filters -> 'intention' ?| ${list(intentions)}
        or basics ?| ${list(basics)} or filters ?| ${list(basics)}
        or exists (select from jsonb_array_elements(prompts) e where e ->> 'question' = any(${list(prompts)})))
      order by account_id limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

/**
 * Splits a profile into what it shows and what is retired. An intention that the member has chosen since replaces the
 * retired one, and a dealbreaker that only had retired intentions is gone. The caller has locked the account.
 */
export const settleProfile = (tx: Tx, accountId: string, retired: Retired, erased: Retired, now: Date) =>
  sql`
    with every as (
      select account_id, prompts || coalesce(retired -> 'prompts', '[]') as prompts,
        coalesce(intention, retired ->> 'intention') as intention, filters,
        coalesce(retired -> 'basics', '{}') || basics as basics
      from profiles where account_id = ${accountId}),
    shown as (
      select account_id, (select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(prompts)
          with ordinality x(e, n) where e ->> 'question' <> all(${list(retired.prompts)})) as prompts,
        case when intention <> all(${list(retired.intentions)}) then intention end as intention,
        basics - ${list(retired.basics)} as basics,
        case when filters -> 'intention' ?| ${list(retired.intentions)}
          then filters - 'intention' || jsonb_strip_nulls(jsonb_build_object('intention', (
            select jsonb_agg(each) from jsonb_array_elements_text(filters -> 'intention') each
            where each <> all(${list(retired.intentions)}))))
          else filters end - ${list(retired.basics)} as filters from every),
    hidden as (
      select account_id, jsonb_strip_nulls(jsonb_build_object(
        'prompts', (select jsonb_agg(e order by n) from jsonb_array_elements(prompts) with ordinality x(e, n)
          where e ->> 'question' = any(${list(retired.prompts)})
            and e ->> 'question' <> all(${list(erased.prompts)})),
        'intention', case when intention = any(${list(retired.intentions)})
          and intention <> all(${list(erased.intentions)}) then intention end,
        'basics', (select jsonb_object_agg(key, value) from jsonb_each(basics)
          where key = any(${list(retired.basics)}) and key <> all(${list(erased.basics)})))) as retired from every)
    update profiles p set prompts = s.prompts, intention = s.intention, filters = s.filters, basics = s.basics,
      retired = h.retired, updated_at = ${now}
    from shown s join hidden h using (account_id)
    where p.account_id = s.account_id and (p.prompts, p.intention, p.filters, p.basics, p.retired)
      is distinct from (s.prompts, s.intention, s.filters, s.basics, h.retired)`.execute(tx)
