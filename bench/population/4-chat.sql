-- Three matches for each, with four messages.
-- Fills matches, messages.
insert into matches (id, a_id, b_id, created_at, last_seq, last_message_at)
select gen_random_uuid(), least(p.id, o.id), greatest(p.id, o.id), now() - random() * interval '200 days', 4, now() - random() * interval '100 days'
from bench_people p cross join generate_series(1, 3) k join bench_people o on o.n = 1 + (p.n + k * 31) % :people;
insert into messages (match_id, seq, sender_id, client_id, text, created_at)
select m.id, seq, case when seq % 2 = 0 then m.a_id else m.b_id end, 'bench-' || seq, 'Message number ' || seq || ' about the sea', m.created_at
from matches m cross join generate_series(1, 4) seq;
