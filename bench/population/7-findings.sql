-- Evidence of a tenth of the reports, blind reviews of a twentieth of the decisions, findings of sweeps and rules, warnings
-- after bans for fraud, approvals and bulk actions. The evidence has the sizes of a real chain, but no true hashes.
-- Fills evidence, evidence_contents, blind_reviews, duplicate_photos, watchlist_photos, account_links, fraud_warnings, fraud_notices, approvals, batches, batch_items, monitoring_hits, flagged_messages.
insert into evidence (place, id, report_id, about_id, reporter_id, at, content_digest, previous, hash)
select place, ('00000000-0000-7000-8004-' || lpad(to_hex(place), 12, '0'))::uuid, id, about_id, reporter_id, created_at, md5('a' || place) || md5('b' || place),
  md5('c' || place - 1) || md5('d' || place - 1), md5('c' || place) || md5('d' || place)
from (select r.*, row_number() over (order by r.created_at, r.id) as place from reports r join bench_people p on p.id = r.reporter_id where p.n / :every % 10 = 1) r;
insert into evidence_contents (evidence_id, salt, content)
select e.id, md5(place::text), jsonb_build_object('profile', jsonb_build_object('firstName', 'Ada', 'lastName', 'Marlowe', 'state', 'active', 'age', 30, 'gender', 'woman',
    'bio', 'Number ' || place || ' bakes bread', 'location', jsonb_build_object('city', 'Lisbon', 'country', 'Portugal'), 'intention', 'long-term', 'prompts', '[]'::jsonb,
    'interests', jsonb_build_array('bread', 'jazz'), 'languages', jsonb_build_array('en'), 'basics', jsonb_build_object('smoking', 'never'), 'photoChecked', false),
  'pictures', jsonb_build_array(jsonb_build_object('publicId', md5(place::text), 'from', 'profile', 'placeholder', repeat('x', 200), 'sha256', md5('a' || place) || md5('b' || place))),
  'messages', messages)::text
from evidence e cross join (select jsonb_agg(jsonb_build_object('_id', '00000000-0000-7000-8005-00000000000' || k, 'by', (array['reported', 'reporter'])[1 + k % 2],
  'text', 'Message number ' || k || ' about the sea', 'picture', null, 'voice', null, 'at', now() - interval '100 days', 'deletedAt', null, 'isReported', k = 3)) as messages
  from generate_series(1, 8) k) m;
insert into blind_reviews (decision_id, drawn_at, state, answered_by, answered_at, kind, rule, rule_title, reason, same_kind, same_rule, raised_by, raised_at, raise_note, closed_by, closed_at, close_note)
select d.id, d.settled_at, s.state, a.id, a.at, a.kind, a.rule, a.rule_title, a.reason, a.same, a.same, r.id, r.at, r.note, c.id, c.at, c.note
from bench_people p join decisions d on d.subject_id = p.id and d.settled_at is not null join bench_people m on m.n = :people - (p.n + 5) % 10
cross join lateral (select (array['open', 'answered', 'open', 'answered', 'open', 'raised', 'open', 'closed'])[1 + (p.n / :seldom) % 8] as state) s
left join lateral (select m.id, d.settled_at + interval '2 days' as at, d.kind, d.rule, d.rule_title, 'The messages show it.' as reason, s.state = 'answered' as same) a on s.state <> 'open'
left join lateral (select m.id, d.settled_at + interval '3 days' as at, 'Please have a look.' as note) r on s.state in ('raised', 'closed')
left join lateral (select m.id, d.settled_at + interval '4 days' as at, 'We talked about it.' as note) c on s.state = 'closed'
where p.n % :seldom = 55 % :seldom;
insert into duplicate_photos (account_id, public_id, fingerprint, other_id, other_public_id, why, distance, found_at, state, decided_by, decided_at)
select p.id, md5(p.n::text), ('x' || substr(md5(p.n::text), 1, 16))::bit(64), o.id, md5(o.n::text), (array['several_accounts', 'banned_account'])[1 + p.n / (:seldom / 2) % 2], p.n / (:seldom / 2) % 8,
  now() - p.n % 300 * interval '1 day' - p.n % 1440 * interval '1 minute', s.state, case when s.state <> 'open' then m.id end, case when s.state <> 'open' then now() - p.n % 200 * interval '1 day' end
from bench_people p join bench_people o on o.n = p.n + 1 join bench_people m on m.n = :people - p.n / (:seldom / 2) % 10
cross join lateral (select (array['same_person', 'open', 'fake', 'dismissed'])[1 + p.n / (:seldom / 2) % 4] as state) s
where p.n % (:seldom / 2) = 31 % (:seldom / 2);
insert into watchlist_photos (fingerprint, note, added_at, due)
select ('x' || substr(md5('listed' || n), 1, 16))::bit(64), 'A stock photo', now() - n * interval '1 hour', false from generate_series(1, 2000) n;
insert into account_links (account_id, banned_id, signals, weight, found_at, state, decided_by, decided_at)
select p.id, b.id, '[{"kind": "card", "weight": 45}, {"kind": "device", "weight": 30}]', 75, now() - p.n % 300 * interval '1 day', s.state,
  case when s.state <> 'open' then m.id end, case when s.state <> 'open' then now() - p.n % 200 * interval '1 day' end
from bench_people p join bench_people b on b.n = p.n - p.n % 1000 + 500 join bench_people m on m.n = :people - p.n / 200 % 10
cross join lateral (select (array['open', 'same_person', 'dismissed'])[1 + p.n / 200 % 3] as state) s
where p.n % 200 = 40;
insert into fraud_warnings (decision_id, state, due_at, latest_at, finished_at)
select id, 'sent', in_force_at + interval '12 hours', in_force_at + interval '72 hours', in_force_at + interval '13 hours' from decisions where is_fraud and state = 'in_force';
insert into fraud_notices (decision_id, account_id, answered, mail_id, at, mail_sent_at)
select d.id, o.id, o.id > d.subject_id, gen_random_uuid(), d.in_force_at + interval '13 hours', d.in_force_at + interval '13 hours'
from decisions d cross join lateral (select b_id as id from matches where a_id = d.subject_id union all select a_id from matches where b_id = d.subject_id) o
where d.is_fraud and d.state = 'in_force';
insert into batches (id, action, reason, made_by, made_at, finished_at, total, done, failed)
select ('00000000-0000-7000-8006-' || lpad(to_hex(b.n), 12, '0'))::uuid, 'deactivate', 'A wave of fake profiles.', m.id, at, at + interval '1 minute', 20, 20, '[]'
from generate_series(1, 1000) b(n) join bench_people m on m.n = :people - b.n % 10 cross join lateral (select now() - b.n * interval '7 hours' as at) t;
insert into batch_items (batch_id, subject_id, outcome, before, decided_at)
select b.id, p.id, 'done', 'active', b.finished_at from batches b cross join lateral (select * from bench_people p where p.n between 101 and 120) p;
insert into approvals (kind, target_id, decision_id, requested_by, requested_at, expires_at, outcome, decided_by, decided_at)
select 'decision', d.subject_id, d.id, d.decided_by, d.created_at, case when d.state = 'waiting' then now() + interval '30 days' else d.created_at + interval '7 days' end,
  case when d.state <> 'waiting' then 'approved' end, case when d.state <> 'waiting' then m.id end, case when d.state <> 'waiting' then d.created_at end
from decisions d join bench_people p on p.id = d.subject_id join bench_people m on m.n = :people - (p.n + 3) % 10 where d.kind = 'ban';
insert into monitoring_hits (rule, account_id, found_on, at)
select (array['first_messages', 'same_text', 'new_account', 'likes_everyone'])[1 + p.n / 20 % 4], p.id, t.at::date, t.at
from bench_people p cross join lateral (select now() - p.n % 90 * interval '1 day' as at) t where p.n % 20 = 3;
insert into flagged_messages (match_id, message_id, account_id, rule, at)
select g.match_id, g.id, p.id, 'first_messages', g.created_at
from bench_people p join messages g on g.sender_id = p.id and g.seq <= 2 where p.n % 100 = 3;
update reports set lessens_since = created_at where detection is not null and status = 'pending';
