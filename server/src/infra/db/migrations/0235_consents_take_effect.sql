-- Withdrawing the consent to use special categories of data hides them at once, and erases them after 30 days. Until then
-- they are out of everyone's reach in a table of their own, so that no other statement has to ask for the consent.

create table withdrawn_details (
  account_id uuid primary key references accounts on delete cascade,
  -- What was taken from the profile, the answers and the saved searches (consents/special-category.ts).
  details jsonb not null,
  withdrawn_at timestamptz not null,
  erase_at timestamptz not null
);
create index withdrawn_details_due on withdrawn_details (erase_at);

/* The consents in force. */
create view profiles_consents as select account_id, kind from consents where withdrawn_at is null;

/* Whether a member saved a search by one of these fields. */
create function discovery_searches_by(account uuid, fields text[]) returns boolean language sql stable as $$
  select exists (select from saved_searches where account_id = account and query ?| fields)
$$;

/* Takes the searches by one of these fields from a member's list. Returns them, or null if there are none. */
create function discovery_take_searches(account uuid, fields text[]) returns jsonb language sql as $$
  with taken as (delete from saved_searches where account_id = account and query ?| fields returning *)
  select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'query', query, 'created_at', created_at)) from taken
$$;

/* Puts searches back that were taken so. */
create function discovery_return_searches(account uuid, searches jsonb) returns void language sql as $$
  insert into saved_searches (id, account_id, name, query, created_at)
  select s.id, account, s.name, s.query, s.created_at
  from jsonb_to_recordset(searches) s(id uuid, name text, query jsonb, created_at timestamptz)
  on conflict do nothing
$$;
