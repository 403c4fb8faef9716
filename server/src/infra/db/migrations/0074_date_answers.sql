-- What each of two people said after a date, for themselves alone: whether they met, and would again. The other is never
-- shown it; only where both would, both are told. An answer outlives its plan: discovery may learn from outcomes.
create table date_answers (
  id uuid primary key default uuid_v7(),
  plan_id uuid references date_plans on delete set null,
  account_id uuid not null references accounts on delete cascade,
  other_id uuid not null references accounts on delete cascade,
  starts_at timestamptz not null,
  met boolean not null,
  again boolean,
  answered_at timestamptz not null,
  unique (plan_id, account_id),
  check (met or again is null)
);
create index date_answers_of_account on date_answers (account_id, starts_at desc);
create index date_answers_about on date_answers (other_id);

alter table date_plans add column asked_at timestamptz, add column both_again_at timestamptz;
