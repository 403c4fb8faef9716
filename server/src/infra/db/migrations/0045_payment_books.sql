-- Counts every change of a subscription: what was read from the provider before one is not written over it (features/subscriptions/sync.ts).
alter table subscriptions add column version bigint not null default 0;
create function count_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger subscriptions_version before update on subscriptions for each row execute function count_change();

-- Who an account is at the payment provider.
create table payment_customers (
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  -- Null while the provider has none for it.
  customer_id text,
  -- However often the provider is asked to make one, it makes one.
  creation_key text not null default gen_random_uuid()::text,
  created_at timestamptz not null,
  primary key (account_id, provider),
  constraint payment_customers_once unique (provider, customer_id)
);

-- Where the provider's books and ours differed, and what was done about it.
create table payment_differences (
  id uuid primary key default uuid_v7(),
  provider text not null,
  -- The subscription or the customer at the provider.
  provider_id text not null,
  kind text not null check (kind in ('unknown', 'missing', 'changed', 'superseded', 'customer')),
  account_id uuid references accounts on delete cascade,
  ours jsonb,
  theirs jsonb,
  outcome text not null check (outcome in ('open', 'taken_over', 'ended', 'refunded', 'settled')),
  found_at timestamptz not null,
  settled_at timestamptz
);
create index payment_differences_newest on payment_differences (found_at desc, id desc);
create unique index payment_differences_open on payment_differences (provider, provider_id, kind) where outcome = 'open';
create index payment_differences_of_account on payment_differences (account_id);
