-- A decision about every fifth member, which closed the reports about them, and an appeal against every tenth decision.
-- Fills decisions, decision_reports, appeals, appeal_messages.
insert into decisions (id, subject_id, kind, state, source, category, facts, days, created_at, in_force_at, settled_at, until, ended_at, strike_until)
select ('00000000-0000-7000-8001-' || lpad(to_hex(p.n), 12, '0'))::uuid, p.id, d.kind, d.state, 'own', (array['spam', 'scam', 'harassment', 'hate'])[1 + p.n % 4],
  'Sent the same message to many members.', case when d.kind in ('limit', 'suspend') then 14 end, d.at, d.at, d.at,
  case when d.kind in ('limit', 'suspend') then now() + interval '7 days' end,
  case when d.state <> 'in_force' then d.at + interval '1 day' end, d.at + interval '180 days'
from bench_people p cross join lateral (select (array['warn', 'limit', 'suspend', 'hide'])[1 + (p.n / 5) % 4] as kind,
  (array['in_force', 'expired', 'lifted', 'overturned', 'in_force'])[1 + (p.n / 25) % 5] as state,
  now() - (p.n % 360) * interval '1 day' - interval '1 hour' as at) d
where p.n % 5 = 0;
insert into decision_reports (decision_id, report_id, status_before)
select d.id, r.id, 'pending' from decisions d join reports r on r.about_id = d.subject_id where r.status in ('resolved', 'closed', 'rejected');
insert into appeals (id, decision_id, account_id, state, created_at, decided_at, reason)
select ('00000000-0000-7000-8002-' || lpad(to_hex(p.n), 12, '0'))::uuid, ('00000000-0000-7000-8001-' || lpad(to_hex(p.n), 12, '0'))::uuid, p.id,
  a.state, a.at, case when a.state <> 'open' then a.at + interval '1 day' end, case when a.state <> 'open' then 'We read everything again.' end
from bench_people p cross join lateral (select (array['open', 'upheld', 'upheld', 'overturned', 'upheld'])[1 + (p.n / 50) % 5] as state,
  now() - (p.n % 360) * interval '1 day' as at) a
where p.n % 50 = 0;
insert into appeal_messages (appeal_id, author_id, by_staff, message, at)
select id, account_id, false, 'My cousin used my phone on that day.', created_at from appeals;
