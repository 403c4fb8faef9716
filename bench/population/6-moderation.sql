-- A decision about every fifth member, which closed the reports about them: a few are bans for fraud, and of these every
-- fifth waits for an approval. An appeal against every fourth decision, and by every hundredth reporter.
-- Fills decisions, decision_reports, appeals, appeal_messages.
insert into decisions (id, subject_id, kind, state, source, report_id, rule, rule_title, category, facts, days, is_fraud, decided_by, created_at,
  in_force_at, settled_at, until, ended_at, strike_until)
select ('00000000-0000-7000-8001-' || lpad(to_hex(p.n), 12, '0'))::uuid, p.id, d.kind, d.state, case when r.id is null then 'own' else 'report' end, r.id,
  1 + p.n % 6, 'Rule number ' || 1 + p.n % 6, (array['spam', 'scam', 'harassment', 'hate'])[1 + p.n % 4], 'Sent the same message to many members.',
  case when d.kind in ('limit', 'suspend') then 14 end, d.kind = 'ban', m.id, d.at,
  case when d.state <> 'waiting' then d.at end, case when d.state <> 'waiting' then d.at end,
  case when d.kind in ('limit', 'suspend') then now() + interval '7 days' end,
  case when d.state not in ('waiting', 'in_force') then d.at + interval '1 day' end, case when d.state <> 'waiting' then d.at + interval '180 days' end
from bench_people p join bench_people m on m.n = :people - p.n % 10
left join (select about_id, (array_agg(id))[1] as id from reports where status in ('resolved', 'closed', 'rejected') and reporter_id is not null
  group by about_id) r on r.about_id = p.id and p.n % 2 = 0
cross join lateral (select
  case when p.n between 16 and 20 or p.n % 1000 = 500 then 'ban' else (array['warn', 'limit', 'suspend', 'hide'])[1 + (p.n / 5) % 4] end as kind,
  case when p.n % 5000 = 2500 then 'waiting' when p.n < 25 or p.n % 100 = 0 or (:seldom < 100 and p.n % 100 = 40) then 'in_force'
    else (array['in_force', 'expired', 'lifted', 'overturned', 'in_force'])[1 + (p.n / 25) % 5] end as state,
  now() - (p.n % 360) * interval '1 day' - interval '1 hour' as at) d
where (p.n % 5 = 0 or p.n between 16 and 20) and p.n <= :people - 10;
insert into decision_reports (decision_id, report_id, status_before)
select d.id, r.id, 'pending' from decisions d join reports r on r.about_id = d.subject_id
where r.status in ('resolved', 'closed', 'rejected') and d.state <> 'waiting';
insert into appeals (id, decision_id, account_id, state, created_at, decided_at, decided_by, reason)
select ('00000000-0000-7000-8002-' || lpad(to_hex(p.n), 12, '0'))::uuid, ('00000000-0000-7000-8001-' || lpad(to_hex(p.n), 12, '0'))::uuid, p.id,
  a.state, a.at, case when a.state <> 'open' then a.at + interval '1 day' end, case when a.state <> 'open' then m.id end,
  case when a.state <> 'open' then 'We read everything again.' end
from bench_people p join bench_people m on m.n = :people - (p.n + 1) % 10
cross join lateral (select (array['open', 'upheld', case when :seldom < 100 then 'open' else 'upheld' end, 'overturned', 'upheld'])[1 + (p.n / 20) % 5] as state, now() - (p.n % 180) * interval '1 day' as at) a
where p.n % 20 = 0 and p.n % 5000 <> 2500 and p.n <= :people - 10;
insert into appeals (id, report_id, account_id, state, created_at, decided_at, decided_by, reason)
select ('00000000-0000-7000-8003-' || lpad(to_hex(p.n), 12, '0'))::uuid, r.id, p.id, a.state, a.at,
  case when a.state <> 'open' then a.at + interval '1 day' end, case when a.state <> 'open' then m.id end, case when a.state <> 'open' then 'We read everything again.' end
from bench_people p join bench_people m on m.n = :people - (p.n + 1) % 10
join (select reporter_id, (array_agg(id))[1] as id from reports where status in ('resolved', 'closed', 'rejected') group by reporter_id) r on r.reporter_id = p.id
cross join lateral (select (array['open', 'upheld', 'overturned'])[1 + (p.n / 100) % 3] as state, now() - (p.n % 180) * interval '1 day' as at) a
where p.n / :every % 100 = 7;
insert into appeal_messages (appeal_id, author_id, by_staff, message, at)
select id, account_id, false, 'My cousin used my phone on that day.', created_at from appeals;
