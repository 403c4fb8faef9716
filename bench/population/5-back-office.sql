-- Two reports for each member (above a million, for one in every :every), and one by a rule for every two hundredth; a subscription for every tenth.
-- Fills reports, report_history, subscriptions, invoices, payment_customers, sandbox_objects.
insert into reports (reporter_id, about_id, problem_type, description, priority, priority_rank, status, created_at, updated_at, first_answer_at, closed_at, clocks_from, first_due_at, resolve_due_at)
select p.id, o.id, (array['Technical Issue', 'Bug Report', 'Inappropriate Content', 'Harassment', 'Account Issue', 'Payment Problem'])[1 + p.n / :every % 6],
  'Report number ' || p.n || case when p.n % 5000 = 0 then ' about axolotls' else ' about a message' end,
  (array['critical', 'high', 'medium', 'other'])[rank], rank, status, at, at, case when status <> 'pending' then at + random() * interval '2 days' end,
  case when status not in ('pending', 'in_progress') then at + interval '2 days' + random() * interval '3 days' end, at, at + interval '24 hours', at + interval '120 hours'
from bench_people p cross join generate_series(1, 2) k join bench_people o on o.n = 1 + (p.n + k * 20 - 1) % :people
-- All within a year: a server deletes those that were closed earlier.
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
insert into subscriptions (account_id, provider, provider_id, plan, amount, currency, status, current_period_start, current_period_end, created_at, updated_at)
select id, 'sandbox', 'bench_' || n, 'monthly', 1290, 'EUR', 'active', today - interval '10 days', today + interval '20 days', joined, joined
-- The gateway counts seconds.
from bench_people, date_trunc('second', now()) today where n % 10 = 3;
insert into invoices (account_id, subscription_id, provider_id, plan, amount, currency, status, created_at, period_start, period_end, number, last4)
select account_id, id, provider_id || '_in', plan, 999, 'EUR', 'paid', created_at, created_at, created_at + interval '1 month',
  upper(replace(provider_id, '_', '')) || '-0001', lpad((abs(hashtext(provider_id)) % 10000)::text, 4, '0') from subscriptions;
insert into payment_customers (account_id, provider, customer_id, created_at)
select account_id, provider, 'cus_' || provider_id, created_at from subscriptions;
insert into sandbox_objects (id, body)
select body ->> 'id', body from subscriptions s join invoices i on i.subscription_id = s.id
cross join lateral (select extract(epoch from s.created_at)::bigint as at, extract(epoch from current_period_start)::bigint as start,
  extract(epoch from current_period_end)::bigint as until, 'cus_' || s.provider_id as customer, 'pi_' || s.provider_id as intent) k
cross join lateral (values
  (jsonb_build_object('object', 'customer', 'id', customer, 'created', at, 'metadata', jsonb_build_object('account', s.account_id), 'balance', 0,
    'invoice_settings', jsonb_build_object('default_payment_method', null))),
  (jsonb_build_object('object', 'subscription', 'id', s.provider_id, 'created', at, 'customer', customer, 'status', s.status, 'currency', 'eur',
    'metadata', jsonb_build_object('account', s.account_id, 'plan', s.plan), 'automatic_tax', jsonb_build_object('enabled', false),
    'items', jsonb_build_object('object', 'list', 'data', jsonb_build_array(jsonb_build_object('id', 'si_' || s.provider_id,
      'current_period_start', start, 'current_period_end', until, 'price', jsonb_build_object('unit_amount', s.amount, 'currency', 'eur',
        'recurring', jsonb_build_object('interval', 'month', 'interval_count', 1))))),
    'cancel_at_period_end', false, 'canceled_at', null, 'ended_at', null, 'trial_start', null, 'trial_end', null,
    'default_payment_method', null, 'latest_invoice', i.provider_id)),
  (jsonb_build_object('object', 'invoice', 'id', i.provider_id, 'created', at, 'customer', customer, 'currency', 'eur', 'status', 'paid',
    'total', i.amount, 'amount_due', i.amount, 'period_start', at, 'period_end', at, 'total_taxes', '[]'::jsonb, 'hosted_invoice_url', null,
    'lines', jsonb_build_object('object', 'list', 'data', jsonb_build_array(jsonb_build_object('amount', i.amount,
      'period', jsonb_build_object('start', extract(epoch from i.period_start)::bigint, 'end', extract(epoch from i.period_end)::bigint)))),
    'parent', jsonb_build_object('subscription_details', jsonb_build_object('subscription', s.provider_id, 'metadata', jsonb_build_object('plan', s.plan))),
    'confirmation_secret', jsonb_build_object('client_secret', intent || '_secret'),
    'payments', jsonb_build_object('object', 'list', 'data', jsonb_build_array(jsonb_build_object('payment', jsonb_build_object('payment_intent', intent)))))),
  (jsonb_build_object('object', 'charge', 'id', 'ch_' || s.provider_id, 'created', at, 'customer', customer, 'payment_intent', intent, 'paid', true,
    'disputed', false, 'amount', i.amount, 'amount_refunded', 0, 'payment_method_details', jsonb_build_object('type', 'card',
      'card', jsonb_build_object('brand', 'visa', 'last4', '4242', 'exp_month', 12, 'exp_year', 2034, 'fingerprint', 'bench'))))) v(body);
