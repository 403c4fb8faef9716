-- Signs in within one round trip: rechecks the proof and the second factor, detects a new device, and opens the
-- session. `auth/queries.ts` calls it.

-- Opens a session and records the sign-in, unless the proof is outdated: `changed`, or `factor` if the account now
-- requires a second one. With `unless_new`, a device that this account has never used isn't signed in (`new-device`):
-- its owner gets an email, which must be in the same transaction.
create or replace function identity_sign_in(session jsonb, proof jsonb, unless_new boolean) returns text
language plpgsql as $$
declare
  opened sessions := jsonb_populate_record(null::sessions, session);
  account accounts;
  since timestamptz := opened.created_at - interval '90 days';
begin
  -- Several sign-ins can run at the same time, but the credentials can't change until they end.
  select * into account from accounts a where a.id = opened.account_id for share;
  if account.id is null or account.state = 'erased' or account.is_admin <> (proof ->> 'is_admin')::boolean
    or (proof ? 'staff_role' and account.staff_role is distinct from proof ->> 'staff_role')
    or account.password_hash is distinct from proof ->> 'password_hash'
    or (proof ->> 'passkey_id' is not null
      and not exists (select from passkeys p where p.account_id = account.id
        and p.id = (proof ->> 'passkey_id')::uuid))
    or (proof ->> 'provider' is not null
      and not exists (select from identities i where i.account_id = account.id
        and i.provider = proof ->> 'provider')) then
    return 'changed';
  end if;
  if not opened.second_factor and (
    exists (select from second_factors f where f.account_id = account.id and f.confirmed_at is not null)
    or ((account.is_admin or account.staff_role is not null) and exists (
      select from passkeys p where p.account_id = account.id and p.host = proof ->> 'passkey_host'))) then
    return 'factor';
  end if;
  -- The account has been used lately, but never on this device.
  if unless_new and exists (
      select from sign_ins i where i.account_id = account.id and i.outcome = 'succeeded' and i.at > since)
    and not exists (
      select from sign_ins i where i.account_id = account.id and i.outcome = 'succeeded' and i.at > since
        and i.user_agent = opened.user_agent)
  then
    return 'new-device';
  end if;
  insert into sessions (id, nonce, account_id, created_at, last_used_at, rotated_at, elevated_at, ends_at, user_agent,
    address, second_factor, factor_at)
  values (opened.id, opened.nonce, opened.account_id, opened.created_at, opened.created_at, opened.created_at,
    opened.created_at, opened.ends_at, opened.user_agent, opened.address, opened.second_factor, opened.factor_at);
  insert into sign_ins (account_id, at, address, user_agent, outcome)
  values (account.id, opened.created_at, proof ->> 'network', opened.user_agent, 'succeeded');
  return 'opened';
end $$;
