-- Devices for pushes, secrets and reasons for a look begin their keys with their member's account, too (docs/scale.md).
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- A browser has one endpoint, whoever is signed in there. This table says whose it is now.
create table endpoint_owners (endpoint text primary key, account_id uuid not null);

/*
 * A browser that another account uses now belongs to that account, and the one before loses it. With the owner's rights,
 * because servers of the previous version have none to the new table yet.
 */
create function endpoint_owners() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  before uuid;
begin
  if tg_op = 'UPDATE' and (old.endpoint, old.account_id) = (new.endpoint, new.account_id) then return null; end if;
  if tg_op <> 'INSERT' then
    delete from endpoint_owners where endpoint = old.endpoint and account_id = old.account_id;
  end if;
  if tg_op = 'DELETE' then return null; end if;
  insert into endpoint_owners as o (endpoint, account_id) values (new.endpoint, new.account_id)
  on conflict (endpoint) do update set account_id = o.account_id returning o.account_id into before;
  if before <> new.account_id then
    update endpoint_owners set account_id = new.account_id where endpoint = new.endpoint;
    delete from push_subscriptions where account_id = before and endpoint = new.endpoint;
  end if;
  return null;
end $$;
create trigger endpoint_owners after insert or update of account_id, endpoint or delete on push_subscriptions
  for each row execute function endpoint_owners();

-- The account that a secret belongs to, or the secret itself if it belongs to none yet.
alter table secrets add column owner_id uuid;
/* Adds the owner for servers of the previous version, and to rows older than the column. */
create function secrets_owner() returns trigger language plpgsql as $$
begin
  new.owner_id := coalesce(new.account_id, new.id);
  return new;
end $$;
create trigger secrets_owner before insert or update on secrets
  for each row when (new.owner_id is null) execute function secrets_owner();
alter table secrets add constraint secrets_owner_id_check check (owner_id is not null) not valid;
alter table look_reasons add constraint look_reasons_account_id_check check (account_id is not null) not valid;
