create table subscriptions (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  provider_id text unique,
  plan text not null,
  status text not null check (status in ('incomplete', 'trialing', 'active', 'past_due', 'canceled', 'incomplete_expired')),
  -- Null until the first payment or trial is confirmed; grace, refunds and disputes move it.
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_start timestamptz,
  trial_end timestamptz,
  canceled_at timestamptz,
  cancel_at_period_end boolean not null default false,
  client_secret text,
  payment_intent_id text,
  requires_action boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- At most one that lives, whatever races.
create unique index subscriptions_living on subscriptions (account_id) where status in ('incomplete', 'trialing', 'active', 'past_due');
create index subscriptions_of_account on subscriptions (account_id, created_at desc);
create index subscriptions_newest on subscriptions (created_at desc, id desc);

create table invoices (
  id uuid primary key default uuid_v7(),
  account_id uuid not null references accounts on delete cascade,
  subscription_id uuid not null references subscriptions on delete cascade,
  provider_id text not null unique,
  plan text not null,
  amount integer not null,
  tax integer not null default 0,
  refunded integer not null default 0,
  currency text not null,
  status text not null,
  created_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null
);
create index invoices_of_account on invoices (account_id, created_at desc);

-- Each event of the provider counts once.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

/* Premium follows from the subscriptions alone. */
create function premium_of_account() returns trigger language plpgsql as $$
begin
  update accounts set premium_until = (
    select max(case when status in ('active', 'trialing') then greatest(current_period_end, '9999-01-01') else current_period_end end)
    from subscriptions where account_id = coalesce(new.account_id, old.account_id) and current_period_end is not null)
  where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;
create trigger premium_of_account after insert or update or delete on subscriptions for each row execute function premium_of_account();

-- The sandbox: a payment provider of our own, for trials. It keeps its books here, apart from ours.
create table sandbox_subscriptions (
  id text primary key,
  customer uuid not null references accounts on delete cascade,
  plan text not null,
  status text not null,
  period_start timestamptz,
  period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  card text,
  intent_id text not null,
  client_secret text not null unique,
  intent_status text not null,
  created_at timestamptz not null
);
create index sandbox_subscriptions_of on sandbox_subscriptions (customer);
create table sandbox_invoices (
  id text primary key,
  subscription_id text not null references sandbox_subscriptions on delete cascade,
  plan text not null,
  amount integer not null,
  refunded integer not null default 0,
  status text not null,
  created_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null
);
create table sandbox_methods (
  id text primary key,
  customer uuid not null references accounts on delete cascade,
  card text not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
