-- Most changes of a subscription leave premium unchanged. Skipping them avoids writing the account with all of its
-- indexes.
create or replace function premium_of_account() returns trigger language plpgsql as $$
declare
  ends timestamptz := (
    select max(case when status in ('active', 'trialing') then greatest(current_period_end, '9999-01-01')
      else current_period_end end)
    from subscriptions where account_id = coalesce(new.account_id, old.account_id)
      and current_period_end is not null);
begin
  update accounts set premium_until = ends
  where id = coalesce(new.account_id, old.account_id) and premium_until is distinct from ends;
  return null;
end $$;

create or replace trigger subscriptions_premium after insert or delete or update of status, current_period_end
  on subscriptions for each row execute function premium_of_account();
