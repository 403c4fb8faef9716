-- Addresses that an account had proven and no longer has. The owner of one may have to take the account back after a
-- thief has changed the address. `qualifies` says whether they can: the first address that an account proved does, and
-- any that it had for 7 days. A thief passes on to the next address sooner. The current address is in `accounts`.
-- needs 0193_pairs_locked_by_rows
create table former_addresses (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default uuid_v7(),
  address text not null,
  email_key text not null,
  proven_at timestamptz not null,
  ended_at timestamptz not null,
  qualifies boolean not null,
  primary key (account_id, id)
);
create index former_addresses_ended on former_addresses (ended_at);

-- Until then the address stays reserved for the account that gave it up, so that nobody can register it to keep its owner
-- from going back to it.
alter table address_owners add column kept_until timestamptz;

create or replace function identity_account_of(address text) returns uuid language sql stable
return (select account_id from address_owners where email_key = address and kept_until is null);

create or replace function address_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- With the owner's rights, because servers of the previous version have none to the new table yet. It runs after
-- `address_owners`, which has released the address by then: triggers run in the order of their names.
create function former_addresses() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended timestamptz := greatest(coalesce(new.email_verified_at, now()), old.email_verified_at);
  enough boolean;
begin
  if old.email_verified_at is null or new.email_key is null or new.email_key is not distinct from old.email_key then
    return null;
  end if;
  enough := ended >= old.email_verified_at + interval '7 days'
    or not exists (select from former_addresses f where f.account_id = old.id)
    or exists (select from former_addresses f where f.account_id = old.id and f.email_key = old.email_key and f.qualifies);
  insert into former_addresses (account_id, address, email_key, proven_at, ended_at, qualifies)
  values (old.id, old.email, old.email_key, old.email_verified_at, ended, enough);
  if enough then
    insert into address_owners (email_key, account_id, kept_until)
    values (old.email_key, old.id, now() + interval '30 days') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger former_addresses after update of email_key on accounts for each row execute function former_addresses();

create function former_addresses_released() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  delete from address_owners
  where email_key = old.email_key and account_id = old.account_id and kept_until is not null;
  return null;
end $$;
create trigger former_addresses_released after delete on former_addresses
  for each row execute function former_addresses_released();

-- Of several links that could undo changes of one account, the first was mailed to its owner. A later one may have been
-- mailed to a thief's address.
update secrets s set used_at = now()
where purpose = 'undo-email' and used_at is null and exists (
  select from secrets first
  where first.account_id = s.account_id and first.owner_id = s.owner_id and first.purpose = 'undo-email'
    and first.used_at is null and first.expires_at > now() and first.created_at < s.created_at);

-- Credentials that someone has disowned by “This wasn’t me”, until the owner says what to keep. They are moved here, out
-- of the tables that sign-ins read, so that no statement can forget that they don't count.
create table suspended_factors (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null default uuid_v7(),
  kind text not null check (kind in ('passkey', 'identity', 'second-factor')),
  -- The name of a passkey, or the provider of an identity.
  name text not null,
  created_at timestamptz not null,
  suspended_at timestamptz not null,
  -- The row as it was, with the recovery codes of a second factor.
  credential jsonb not null,
  primary key (account_id, id)
);
create index suspended_factors_since on suspended_factors (suspended_at);

-- When a session was last confirmed by something other than a password: a code, a passkey or a provider.
alter table sessions add column factor_at timestamptz;

-- As before, with the moment of such a confirmation, and the identity that was used, which must still be linked.
create or replace function identity_sign_in(session jsonb, proof jsonb, unless_new boolean) returns text
language plpgsql as $$
declare
  opened sessions := jsonb_populate_record(null::sessions, session);
  account accounts;
  since timestamptz := opened.created_at - interval '90 days';
begin
  -- Several sign-ins can run at the same time, but the credentials can't change meanwhile.
  select * into account from accounts a where a.id = opened.account_id for share;
  if account.id is null or account.state = 'erased' or account.is_admin <> (proof ->> 'is_admin')::boolean
    or (proof ? 'staff_role' and account.staff_role is distinct from proof ->> 'staff_role')
    or account.password_hash is distinct from proof ->> 'password_hash'
    or (proof ->> 'passkey_id' is not null
      and not exists (select from passkeys p where p.account_id = account.id and p.id = (proof ->> 'passkey_id')::uuid))
    or (proof ->> 'provider' is not null
      and not exists (select from identities i where i.account_id = account.id and i.provider = proof ->> 'provider')) then
    return 'changed';
  end if;
  if not opened.second_factor and (
    exists (select from second_factors f where f.account_id = account.id and f.confirmed_at is not null)
    or ((account.is_admin or account.staff_role is not null) and exists (
      select from passkeys p where p.account_id = account.id and p.host = proof ->> 'passkey_host'))) then
    return 'factor';
  end if;
  if unless_new and identity_is_new_device(account.id, opened.user_agent, since) then return 'new-device'; end if;
  insert into sessions (id, nonce, account_id, created_at, last_used_at, rotated_at, elevated_at, ends_at, user_agent,
    address, second_factor, factor_at)
  values (opened.id, opened.nonce, opened.account_id, opened.created_at, opened.created_at, opened.created_at,
    opened.created_at, opened.ends_at, opened.user_agent, opened.address, opened.second_factor, opened.factor_at);
  insert into sign_ins (account_id, at, address, user_agent, outcome)
  values (account.id, opened.created_at, proof ->> 'network', opened.user_agent, 'succeeded');
  return 'opened';
end $$;
