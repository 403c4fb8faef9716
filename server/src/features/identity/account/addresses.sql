-- Keeps `address_owners`, and notes the proven addresses that an account gives up.

create or replace function address_owners() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from address_owners where email_key = old.email_key and account_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.email_key is not null then
    delete from address_owners
    where email_key = new.email_key and kept_until is not null and (account_id = new.id or kept_until <= now());
    insert into address_owners (email_key, account_id) values (new.email_key, new.id);
  end if;
  return null;
exception when unique_violation then
  raise unique_violation using message = 'another account has this address', constraint = 'accounts_email_key';
end $$;

-- It runs after `address_owners`, which has released the address by then: triggers run in the order of their names.
create or replace function former_addresses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended timestamptz := greatest(coalesce(new.email_verified_at, now()), old.email_verified_at);
  enough boolean;
begin
  if old.email_verified_at is null or new.email_key is null or new.email_key is not distinct from old.email_key then
    return null;
  end if;
  enough := ended >= old.email_verified_at + interval '7 days'
    or not exists (select from former_addresses f where f.account_id = old.id)
    or exists (select from former_addresses f where f.account_id = old.id and f.email_key = old.email_key
      and f.qualifies);
  insert into former_addresses (account_id, address, email_key, proven_at, ended_at, qualifies)
  values (old.id, old.email, old.email_key, old.email_verified_at, ended, enough);
  if enough then
    insert into address_owners (email_key, account_id, kept_until)
    values (old.email_key, old.id, now() + interval '30 days') on conflict do nothing;
  end if;
  return null;
end $$;

create or replace function former_addresses_released() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  delete from address_owners
  where email_key = old.email_key and account_id = old.account_id and kept_until is not null;
  return null;
end $$;

create or replace trigger address_owners after insert or delete or update of email_key on accounts for each row
  execute function address_owners();

create or replace trigger former_addresses after update of email_key on accounts for each row
  execute function former_addresses();

create or replace trigger former_addresses_released after delete on former_addresses for each row
  execute function former_addresses_released();
