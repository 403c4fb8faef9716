-- Subscriptions, what was paid for them and what is late begin their keys with their member's account, so that a member's
-- rows can be on one node (docs/scale.md). The gateway names its own ids, which are unique across members: these tables
-- say whose they are.
-- needs 0193_pairs_locked_by_rows
create table subscription_owners (provider_id text primary key, account_id uuid not null);
create table setup_owners (setup_intent_id text primary key, account_id uuid not null);
create table customer_owners (
  provider text,
  customer_id text,
  account_id uuid not null,
  primary key (provider, customer_id)
);

-- With the owner's rights, because servers of the previous version have none to the new tables yet.
create function subscription_owners() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from subscription_owners where provider_id = old.provider_id and account_id = old.account_id;
    delete from setup_owners where setup_intent_id = old.setup_intent_id and account_id = old.account_id;
  end if;
  if tg_op <> 'DELETE' and new.provider_id is not null then
    insert into subscription_owners (provider_id, account_id) values (new.provider_id, new.account_id);
  end if;
  if tg_op <> 'DELETE' and new.setup_intent_id is not null then
    insert into setup_owners (setup_intent_id, account_id) values (new.setup_intent_id, new.account_id);
  end if;
  return null;
end $$;
create trigger subscription_owners after insert or update of provider_id, setup_intent_id or delete on subscriptions
  for each row execute function subscription_owners();

-- A customer who is another member's is refused by the name by which servers know it.
create function customer_owners() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from customer_owners
    where (provider, customer_id, account_id) = (old.provider, old.customer_id, old.account_id);
  end if;
  if tg_op <> 'DELETE' and new.customer_id is not null then
    insert into customer_owners (provider, customer_id, account_id)
    values (new.provider, new.customer_id, new.account_id);
  end if;
  return null;
exception when unique_violation then
  raise unique_violation using message = 'another account has this customer', constraint = 'payment_customers_once';
end $$;
create trigger customer_owners after insert or update of customer_id or delete on payment_customers
  for each row execute function customer_owners();

alter table late_payments add column account_id uuid;
/* Adds the account for servers of the previous version, and to rows older than the column. */
create function late_payments_account() returns trigger language plpgsql as $$
begin
  new.account_id := (select account_id from subscriptions where id = new.subscription_id);
  return new;
end $$;
create trigger late_payments_account before insert or update on late_payments
  for each row when (new.account_id is null) execute function late_payments_account();
alter table late_payments add constraint late_payments_account_id_check check (account_id is not null) not valid;

-- Notes the owners of what a table in use has, in batches. Rows that move meanwhile to pages that have been read are missed,
-- unless a trigger noted them: they follow at the end, and are few. The last of the columns may be missing in a row.
create procedure split_fill_owners(whole text, owners text, named text) language plpgsql as $$
declare
  columns text := 'account_id, ' || named;
  copying text := format('insert into %I (%s) select %2$s from %I t where %s is not null',
    owners, columns, whole, regexp_replace(named, '^.*, ', ''));
begin
  call split_batches(whole,
    copying || ' and ctid >= $1 and ctid < $2 for key share on conflict do nothing', 100);
  execute copying || format(' and not exists (select from %I o where (%s) = (%s)) for key share on conflict do nothing',
    owners, 'o.' || replace(columns, ', ', ', o.'), 't.' || replace(columns, ', ', ', t.'));
  execute format('analyze %I', owners);
end $$;
