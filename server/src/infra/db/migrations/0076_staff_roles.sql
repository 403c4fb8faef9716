-- The roles of staff beside administrators, who keep `is_admin`. What each may do is in the contract (staff.ts).
alter table accounts add column staff_role text;
alter table accounts add constraint accounts_staff_role_check
  check (staff_role in ('moderator', 'support', 'analyst')) not valid;

-- The role that someone would have: null for administrators, and for none.
alter table approvals add column staff_role text;

create or replace view identity_people as
  select id, first_name, last_name, first_name || ' ' || last_name as full_name, email, email_verified_at, state, is_admin,
    is_acting_administrator(is_admin, state, email_verified_at) as can_administer, date_of_birth, gender, complete, created_at,
    last_active_at, premium_until, time_zone, notify, receipts, show_last_active, words, version, language,
    staff_role
  from accounts;

-- As before, for all staff: the role must still be the one that was read (the version before doesn't send it), and a
-- passkey is a second factor for all of them.
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
      and not exists (select from passkeys p where p.id = (proof ->> 'passkey_id')::uuid)) then
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
