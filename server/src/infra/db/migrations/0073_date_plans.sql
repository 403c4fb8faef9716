-- Dates that two matched people plan. The place is encrypted: nobody who reads the tables, or a backup, learns it.
create table date_plans (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  proposer_id uuid not null references accounts on delete cascade,
  receiver_id uuid not null references accounts on delete cascade,
  slots timestamptz[] not null check (cardinality(slots) between 1 and 3),
  place bytea not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'accepted', 'declined', 'cancelled', 'replaced', 'done')),
  -- The accepted slot.
  starts_at timestamptz,
  -- The last moment that it could be about: the accepted slot, or the last one proposed.
  over_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  reminded_at timestamptz,
  check (state not in ('accepted', 'done') or starts_at is not null)
);
-- Two people have one plan at a time.
create unique index date_plans_open on date_plans (match_id) where state in ('proposed', 'accepted');
create index date_plans_latest on date_plans (match_id, created_at desc);
create index date_plans_to_remind on date_plans (starts_at) where state = 'accepted' and reminded_at is null;
create index date_plans_over on date_plans (over_at);
create index date_plans_of_proposer on date_plans (proposer_id);
create index date_plans_of_receiver on date_plans (receiver_id);

-- A plan that a member showed to a friend, by a link whose secret is stored as a hash. It is a copy: the friend still
-- sees it if the plan goes, because somebody may be worried. `details` has the two names and the place, encrypted.
create table plan_shares (
  id uuid primary key default uuid_v7(),
  plan_id uuid references date_plans on delete set null,
  account_id uuid not null references accounts on delete cascade,
  token_hash bytea not null unique,
  details bytea not null,
  starts_at timestamptz not null,
  check_at timestamptz,
  expires_at timestamptz not null,
  home_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  unique (plan_id, account_id)
);
create index plan_shares_of_account on plan_shares (account_id);
create index plan_shares_expiry on plan_shares (expires_at);
