-- Three matches for each (above a million members, for one in every :every), with four messages; numbers 11 to 20 have written to as many as 3,000. Messages' ids are in the order of time.
-- Fills matches, messages.
insert into matches (id, a_id, b_id, created_at, last_seq, last_message_at, last_sender_id, last_text, a_unread, b_unread)
select uuid_v7(at), least(one, other), greatest(one, other), at, 4, greatest(at, now() - random() * interval '100 days'),
  least(one, other), 'Message number 4 about the sea', 2, 2
from (
  select p.id as one, o.id as other, now() - random() * interval '200 days' as at
  from bench_people p cross join generate_series(1, 3) k join bench_people o on o.n = 1 + (p.n + k * 31) % :people
  where p.n % :every = 0
  union all
  select p.id, o.id, now() - random() * interval '200 days'
  from (select least(3000, (:people - 300) / 5) as readers) r cross join generate_series(0, r.readers - 1) k
  join bench_people p on p.n between 11 and 20 join bench_people o on o.n = 150 + k * ((:people - 300) / r.readers)) m
order by at;
insert into messages (id, match_id, seq, sender_id, client_id, text, created_at)
select uuid_v7(m.created_at), m.id, seq, case when seq % 2 = 0 then m.a_id else m.b_id end, 'bench-' || seq,
  'Message number ' || seq || ' about the sea', m.created_at
from matches m cross join generate_series(1, 4) seq;
