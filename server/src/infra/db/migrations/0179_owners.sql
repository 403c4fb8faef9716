-- A sign-in names a passkey, or a subject of a provider, and no account. Both are unique across members. These tables say
-- whose they are, so the tables of the members themselves need to be unique for each account only.
create table passkey_owners (credential_id bytea primary key, account_id uuid not null);
create table identity_owners (
  provider text,
  subject text,
  account_id uuid not null,
  primary key (provider, subject)
);

-- With the owner's rights, because servers of the previous version have none to the new tables yet.
create function passkey_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from passkey_owners where credential_id = old.credential_id;
  else insert into passkey_owners (credential_id, account_id) values (new.credential_id, new.account_id);
  end if;
  return null;
end $$;
create trigger passkey_owners after insert or delete on passkeys for each row execute function passkey_owners();

create function identity_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from identity_owners where (provider, subject) = (old.provider, old.subject);
  else insert into identity_owners (provider, subject, account_id) values (new.provider, new.subject, new.account_id);
  end if;
  return null;
end $$;
create trigger identity_owners after insert or delete on identities for each row execute function identity_owners();

-- As before, with the account of the passkey.
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
      and not exists (select from passkeys p where p.account_id = account.id and p.id = (proof ->> 'passkey_id')::uuid)) then
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
    address, second_factor)
  values (opened.id, opened.nonce, opened.account_id, opened.created_at, opened.created_at, opened.created_at,
    opened.created_at, opened.ends_at, opened.user_agent, opened.address, opened.second_factor);
  insert into sign_ins (account_id, at, address, user_agent, outcome)
  values (account.id, opened.created_at, proof ->> 'network', opened.user_agent, 'succeeded');
  return 'opened';
end $$;
