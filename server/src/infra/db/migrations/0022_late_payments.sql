-- Each time that a payment did not go through, or was disputed, and what became of it.
create table late_payments (
  id uuid primary key default uuid_v7(),
  subscription_id uuid not null references subscriptions on delete cascade,
  plan text not null,
  amount integer not null,
  why text not null check (why in ('payment', 'dispute')),
  since timestamptz not null,
  settled_at timestamptz,
  outcome text check (outcome in ('paid', 'ended'))
);
create index late_payments_newest on late_payments (since desc, id desc);
create unique index late_payments_open on late_payments (subscription_id) where settled_at is null;
insert into late_payments (subscription_id, plan, amount, why, since)
select id, plan, amount, 'payment', coalesce(current_period_end - interval '7 days', updated_at) from subscriptions where status = 'past_due';
