-- Until when one change of the plan is under way at the provider: another has to wait. A server that dies in one leaves it to lapse.
alter table subscriptions add column changing_until timestamptz;
-- The sandbox carries out a change of plan once for a key, as Stripe does.
alter table sandbox_subscriptions add column change_keys text[] not null default '{}';
-- What a cheaper plan left of the one before: it pays the next periods.
alter table sandbox_subscriptions add column balance integer not null default 0 check (balance >= 0);
