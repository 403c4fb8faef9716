-- Keeps `endpoint_owners`: a browser that someone else signs in with takes its endpoint along.

-- A browser that another account uses now belongs to that account, and the one before loses it.
create or replace function endpoint_owners() returns trigger language plpgsql
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

create or replace trigger endpoint_owners after insert or delete or update of account_id, endpoint
  on push_subscriptions for each row execute function endpoint_owners();
