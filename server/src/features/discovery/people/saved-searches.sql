-- Removes saved searches for special categories of data, and restores them with a consent.
-- `profiles/consents/queries.ts` calls these functions.

create or replace function discovery_take_searches(account uuid, fields text[]) returns jsonb language sql as $$
  with taken as (delete from saved_searches where account_id = account and query ?| fields returning *)
  select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'query', query, 'created_at', created_at,
    'alerts', alerts)) from taken
$$;

create or replace function discovery_return_searches(account uuid, searches jsonb) returns void language sql as $$
  insert into saved_searches (id, account_id, name, query, created_at, alerts)
  select s.id, account, s.name, s.query, s.created_at, coalesce(s.alerts, false)
  from jsonb_to_recordset(searches) s(id uuid, name text, query jsonb, created_at timestamptz, alerts boolean)
  on conflict do nothing
$$;

-- Deletes the saved searches by these fields of the community's own.
create or replace function discovery_drop_field_searches(account uuid, fields text[]) returns void language sql as $$
  delete from saved_searches where account_id = account and exists (
    select from regexp_split_to_table(query ->> 'fields', ',') part where split_part(trim(part), ':', 1) = any(fields))
$$;
