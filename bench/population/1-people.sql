-- :people accounts with numbers for ids: 40 % in one metropolis, the rest in 200 cities; ages from 18, skewed young; a year
-- and a half of joining. The last ten are moderators, and a few members are banned.
-- Fills accounts, consents, profiles, pictures.
create temp table bench_cities as
select n as number, case n when 0 then 38.72 else 36 + random() * 20 end as latitude, case n when 0 then -9.14 else -9 + random() * 30 end as longitude,
  case n when 0 then 'Lisbon' else 'City ' || n end as name
from generate_series(0, 200) n;

create temp table bench_people as
select n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
  case when random() < 0.4 then 0 else 1 + floor(random() * 200)::int end as city,
  (array['woman', 'man'])[1 + n % 2] as sex, case when random() < 0.04 then 'non-binary' when random() < 0.05 then 'genderfluid' else (array['woman', 'man'])[1 + n % 2] end as gender,
  random() as of_wish, random() as of_reach, random() as of_state,
  (current_date - (interval '18 years' + random() * random() * interval '50 years'))::date as born,
  now() - random() * interval '540 days' as joined, now() - random() * random() * interval '120 days' as seen
from generate_series(1, :people) n;

insert into accounts (id, email, email_key, email_verified_at, first_name, last_name, date_of_birth, created_at, last_active_at, state,
  show_last_active, premium_until, gender, complete, staff_role)
select id, 'bench' || n || '@people.example', 'bench' || n || '@people.example', case when n % 50 > 0 then joined end,
  (array['Ada', 'Ben', 'Chau', 'Darya', 'Emeka', 'Freya', 'Goran', 'Hana', 'Ines', 'Jun'])[1 + n % 10] ||
    case when n % 1000 = 0 then ' Ottoline' else '' end,
  (array['Marlowe', 'Okafor', 'Lindqvist', 'Nguyen', 'Haddad', 'Kowalski', 'Ferreira', 'Kim'])[1 + n % 8],
  born, joined, greatest(joined, seen),
  case when n % 1000 = 500 or n between 16 and 20 then 'banned' when of_state < 0.95 then 'active' when of_state < 0.98 then 'paused' else 'deactivated' end,
  n % 10 > 0, case when n % 10 = 3 then now() + interval '20 days' end, gender, true,
  case when n > :people - 10 then 'moderator' end
from bench_people;

insert into consents (account_id, kind, version, given_at)
select id, kind, '2026-11-01', joined from bench_people, unnest(array['terms', 'age', 'special_category']) kind;

insert into profiles (account_id, gender, shown_to, interested_in, intention, bio, interests, languages, basics, city, country, updated_at,
  cell_row, cell_column, level, x, y, z, age_min, age_max, reach, pictures, fields)
select p.id, gender, case when gender = 'genderfluid' then
    case n % 3 when 0 then array['woman', 'man'] when 1 then array['woman', 'non-binary'] else array['man', 'non-binary'] end end,
  case when of_wish < 0.88 then array[case sex when 'woman' then 'man' else 'woman' end]
    when of_wish < 0.95 then array[sex] else array['woman', 'man', 'non-binary'] end,
  (array['long-term', 'short-term', 'friends', 'open'])[1 + n % 4],
  'Number ' || n || (array[' bakes bread', ' sings in a choir', ' repairs bicycles', ' walks by the sea'])[1 + n % 4] ||
    case when n % 5000 = 0 then ' and keeps axolotls' else '' end,
  array[(array['bread', 'choir', 'cycling', 'sea', 'chess', 'movies', 'tea'])[1 + n % 7], (array['hiking', 'jazz', 'gardening', 'reading'])[1 + n % 4]],
  array[(array['en', 'pt', 'de'])[1 + n % 3]],
  jsonb_build_object('smoking', (array['never', 'sometimes', 'often'])[1 + n % 3], 'children', (array['have', 'want', 'do-not-want'])[1 + n / 3 % 3]),
  c.name, 'Portugal', now(), 0, 0, 0,
  6371.0088 * cos(radians(at.latitude)) * cos(radians(at.longitude)), 6371.0088 * cos(radians(at.latitude)) * sin(radians(at.longitude)),
  6371.0088 * sin(radians(at.latitude)),
  greatest(18, age - 8), age + 8, case when of_reach < 0.3 then null when of_reach < 0.6 then 50 else 25 end,
  jsonb_build_array(jsonb_build_object('publicId', md5(n::text), 'name', 'me.webp', 'size', 1, 'mimeType', 'image/webp', 'width', 800,
    'height', 1000, 'placeholder', '', 'alt', '', 'position', 0, 'audience', 'everyone', 'review', 'shown')),
  -- Eight faculties, two of twenty clubs, and a year of study from 1 to 12 (fields.ts).
  jsonb_build_object('faculty', jsonb_build_object('kind', 'one', 'value', 'o' || n % 8, 'audience', 'everyone'),
    'clubs', jsonb_build_object('kind', 'several', 'audience', 'everyone',
      'value', jsonb_build_array('o' || n / 8 % 20, 'o' || (n / 8 + 7) % 20)),
    'year', jsonb_build_object('kind', 'number', 'value', 1 + n / 160 % 12, 'audience', 'everyone'))
from bench_people p
cross join lateral (select extract(year from age(p.born))::int as age) a
join bench_cities c on c.number = p.city
-- Within about 30 km, on the points of a grid of about a mile.
cross join lateral (select round((c.latitude + (random() - 0.5) * 0.5) / 0.01447) * 0.01447 as latitude,
  round((c.longitude + (random() - 0.5) * 0.6) / 0.0185) * 0.0185 as longitude) at;

insert into pictures (public_id, account_id, name, size, mime_type, width, height, placeholder, position, created_at)
select md5(n::text), id, 'me.webp', 1, 'image/webp', 800, 1000, '', 0, joined from bench_people;
