-- Two reports for each member (above a million, for one in every :every), and one by a rule for every two hundredth; a subscription for every tenth.
-- Fills reports, report_history, subscriptions, invoices, payment_customers, sandbox_subscriptions, sandbox_invoices.
insert into reports (reporter_id, about_id, problem_type, description, priority, priority_rank, status, created_at, updated_at, first_answer_at, closed_at, clocks_from, first_due_at, resolve_due_at)
select p.id, o.id, (array['Technical Issue', 'Bug Report', 'Inappropriate Content', 'Harassment', 'Account Issue', 'Payment Problem'])[1 + p.n / :every % 6],
  'Report number ' || p.n || case when p.n % 5000 = 0 then ' about axolotls' else ' about a message' end,
  (array['critical', 'high', 'medium', 'other'])[rank], rank, status, at, at, case when status <> 'pending' then at + random() * interval '2 days' end,
  case when status not in ('pending', 'in_progress') then at + interval '2 days' + random() * interval '3 days' end, at, at + interval '24 hours', at + interval '120 hours'
from bench_people p cross join generate_series(1, 2) k join bench_people o on o.n = 1 + (p.n + k * 20 - 1) % :people
-- All within a year: a server deletes those that were closed before.
cross join lateral (select 1 + (p.n / :every + k) % 4 as rank, now() - (now() - p.joined) * 0.65 + k * interval '1 hour' as at,
  (array['pending', 'in_progress', 'resolved', 'closed', 'closed', 'rejected', 'resolved', 'closed'])[1 + (p.n / :every + k) % 8] as status) r
where p.n % :every = 0;
insert into reports (about_id, problem_type, detail, description, detection, priority, priority_rank, status, created_at, updated_at, closed_at, clocks_from, first_due_at, resolve_due_at)
select id, 'Harassment', 'scam', 'First messages with signs of a scam: money.', '[{"rule": "first_messages", "facts": {"signs": ["money"]}}]', 'high', 2, status, at, at,
  case when status = 'resolved' then at + interval '1 day' end, at, at + interval '4 hours', at + interval '24 hours'
from bench_people cross join lateral (select case when n % 400 = 3 then 'pending' else 'resolved' end as status, now() - (n % 90) * interval '1 day' as at) r
where n % 200 = 3;
insert into report_history (report_id, actor_id, at, what, before, after)
select r.id, m.id, r.closed_at, 'status', 'pending', r.status
from reports r join bench_people m on m.n = :people - abs(hashtext(r.id::text)) % 10 where r.closed_at is not null;
insert into subscriptions (account_id, provider, provider_id, plan, amount, status, current_period_start, current_period_end, created_at, updated_at)
select id, 'sandbox', 'bench_' || n, 'monthly', 1290, 'active', now() - interval '10 days', now() + interval '20 days', joined, joined
from bench_people where n % 10 = 3;
insert into invoices (account_id, subscription_id, provider_id, plan, amount, currency, status, created_at, period_start, period_end)
select account_id, id, provider_id || '_in', plan, 999, 'EUR', 'paid', created_at, created_at, created_at + interval '1 month' from subscriptions;
insert into payment_customers (account_id, provider, customer_id, created_at)
select account_id, provider, account_id::text, created_at from subscriptions;
insert into sandbox_subscriptions (id, customer, plan, amount, status, period_start, period_end, card, intent_id, client_secret, intent_status, created_at)
select provider_id, account_id, plan, amount, status, current_period_start, current_period_end, 'visa', provider_id || '_pi', provider_id || '_secret', 'succeeded', created_at
from subscriptions;
insert into sandbox_invoices (id, subscription_id, plan, amount, status, created_at, period_start, period_end)
select i.provider_id, s.provider_id, i.plan, i.amount, i.status, i.created_at, i.period_start, i.period_end
from invoices i join subscriptions s on s.id = i.subscription_id;
