-- A sign-in by password is four statements: who it is, the budgets, their reset, and the session.

/*
 * Spends one try of each budget in this order, and stops at the first that is used up. Returns when that one is full again,
 * or null if the try is within all.
 */
create function budgets_spend(keys text[], limits int[], resets timestamptz[], now timestamptz) returns timestamptz
language plpgsql as $$
declare
  saved budgets;
begin
  for nth in 1 .. cardinality(keys) loop
    insert into budgets as b (key, used, resets_at) values (keys[nth], 1, resets[nth])
    on conflict (key) do update set
      used = case when b.resets_at <= now then 1 else b.used + 1 end,
      resets_at = case when b.resets_at <= now then excluded.resets_at else b.resets_at end
    returning * into saved;
    if saved.used > limits[nth] then return saved.resets_at; end if;
  end loop;
  return null;
end $$;

/* A profile as it is stored, for rooms that answer with the account that they have just changed. */
create function profiles_of(account uuid) returns jsonb language sql stable as
  'select to_jsonb(p) from profiles p where p.account_id = account';

/* Whether an account has been used since then, but never on this device. */
create function identity_is_new_device(account uuid, device text, since timestamptz) returns boolean language sql stable as $$
  select exists (select from sign_ins where account_id = account and outcome = 'succeeded' and at > since)
    and not exists (
      select from sign_ins where account_id = account and outcome = 'succeeded' and at > since and user_agent = device)
$$;

/*
 * Opens a session and records the sign-in, unless what was proved has changed meanwhile: `changed`, or `factor` if the
 * account now requires a second one. With `unless_new`, a device that this account never used opens nothing (`new-device`):
 * its owner gets an email, which belongs into the same transaction.
 */
create function identity_sign_in(session jsonb, proof jsonb, unless_new boolean) returns text
language plpgsql as $$
declare
  opened sessions := jsonb_populate_record(null::sessions, session);
  account accounts;
  since timestamptz := opened.created_at - interval '90 days';
begin
  -- Several sign-ins can run at the same time, but the credentials can't change meanwhile.
  select * into account from accounts a where a.id = opened.account_id for share;
  if account.id is null or account.state = 'erased' or account.is_admin <> (proof ->> 'is_admin')::boolean
    or account.password_hash is distinct from proof ->> 'password_hash'
    or (proof ->> 'passkey_id' is not null
      and not exists (select from passkeys p where p.id = (proof ->> 'passkey_id')::uuid)) then
    return 'changed';
  end if;
  if not opened.second_factor and (
    exists (select from second_factors f where f.account_id = account.id and f.confirmed_at is not null)
    or (account.is_admin and exists (
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
