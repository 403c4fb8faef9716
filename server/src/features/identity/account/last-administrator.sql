-- Ensures an active administrator with a proven address, however an account changes. If a change would remove the last
-- one, the commit fails. Concurrent changes are serialized: of two administrators who leave at the same moment, the
-- second sees that the first has left. An installation that has no administrator yet, or lost its own before this check
-- existed, may still change.

create or replace function keep_an_administrator() returns trigger language plpgsql as $$
begin
  -- A snapshot older than the lock could still see an administrator who has left.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Administrators are changed at the isolation level read committed only.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  if not exists (select from accounts where can_administer) then
    raise exception using errcode = 'check_violation', constraint = 'accounts_last_administrator',
      message = 'You can''t remove the last administrator.';
  end if;
  return null;
end $$;

drop trigger if exists accounts_last_administrator on accounts;
create constraint trigger accounts_last_administrator after delete or update of is_admin, state, email_verified_at
  on accounts deferrable initially deferred for each row when (old.can_administer)
  execute function keep_an_administrator();
