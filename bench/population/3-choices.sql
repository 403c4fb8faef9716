-- :choices for each, spread evenly so that no pair comes twice; the first ten have made 20,000 (at most a fifth of all).
-- Above a million members, only one in every :every has answered questions.
-- Fills choices, likes_received, answers, answer_sheets.
insert into choices (chooser_id, chosen_id, action, at)
select p.id, ('00000000-0000-7000-8000-' || lpad(to_hex(other), 12, '0'))::uuid, case when random() < 0.35 then 'like' else 'pass' end,
  now() - random() * interval '300 days'
from bench_people p
cross join lateral (select case when p.n <= 10 then least(20000, :people / 5) else :choices end as most) m
cross join generate_series(0, m.most - 1) k
cross join lateral (select 1 + (p.n::bigint * 7919 + k * (:people / m.most) + floor(random() * (:people / m.most))::int) % :people as other) o
where other <> p.n;
insert into likes_received (chosen_id, chooser_id, action, at)
select chosen_id, chooser_id, action, at from choices where action <> 'pass';
insert into answers (account_id, question_id, answer, accepted, importance, at)
select id, question, floor(random() * 3), array[0, 1], (array[1, 10, 50])[1 + n / :every % 3], now()
from bench_people cross join unnest(:questions::text[]) as question where random() < 0.3 and n % :every = 0;
insert into answer_sheets (account_id, answers)
select account_id, jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance, shown)) from answers group by account_id;
