-- What follows from a change of a subscription: premium on the account.
-- Account links (`moderation/account-links/shared.sql.ts`) ask who pays with the same card.

-- Most changes of a subscription leave premium as it is: then its account, with all of its indexes, is not written.
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

-- The others who paid with a card of this account, one of its newest ten. More than five accounts with one card are a
-- business or a stolen card, and not one person: they are left out. Other rooms ask this way, so no hash leaves the
-- room.
create or replace function billing_payers_with_same_card(account uuid) returns setof uuid language sql stable as $$
  select distinct payer from (
    select array_agg(s.account_id) as payers from (
      select card_hash from payment_cards where account_id = account order by first_seen_at desc limit 10) c
    cross join lateral (select o.account_id from payment_cards o where o.card_hash = c.card_hash limit 6) s
    group by c.card_hash having count(*) <= 5) cards
  cross join lateral unnest(payers) u(payer) where payer <> account
$$;

create or replace trigger subscriptions_premium after insert or delete or update of status, current_period_end
  on subscriptions for each row execute function premium_of_account();
