-- What the order of decks knows of each gender group, so that its parameters can be learned. An exposure counts when a
-- card is judged: once for each viewer and person, however often a deck is requested.
create table order_groups (
  gender_group text primary key check (gender_group in ('woman', 'man', 'non-binary')),
  -- The prior of how readily members like, and of how often they are liked: so many likes of so many choices.
  gives_likes real not null,
  gives_of real not null,
  gets_likes real not null,
  gets_of real not null,
  -- The logit of an average choice, and what moves it.
  usual real not null,
  weights jsonb not null,
  -- The mean exposure of the members who were active lately.
  mean_shown real not null default 1,
  -- The fit that the parameters come from (0071), and whether an operator keeps it in use. They are here because new
  -- minors refuse a column with a default where a function, like the one below, uses the type of the table's rows.
  version integer not null default 0,
  pinned boolean not null default false,
  check (gives_likes > 0 and gives_of > gives_likes and gets_likes > 0 and gets_of > gets_likes)
);
insert into order_groups (gender_group, gives_likes, gives_of, gets_likes, gets_of, usual, weights)
select gender_group, 2.4, 6, 2.4, 6, ln(0.4 / 0.6),
  '{"readily": 1, "liked": 1, "ownLiked": 0, "otherReadily": 0, "score": 0.15}'
from unnest(array['woman', 'man', 'non-binary']) gender_group;

/* The parameters of a group. Members who aren't listed have no group, and no place in the order either. */
create function discovery_order_group(gender_group text) returns order_groups language sql stable parallel safe
  return (select o from order_groups o where o.gender_group = coalesce($1, 'non-binary'));

/* What the likes of a member are worth: those who like nearly everyone tell little by it. */
create function worth_of_likes(share double precision) returns double precision language sql immutable parallel safe
  return 1 - 0.9 * greatest(0, share - 0.8) / 0.2;

/* The part of the rank that doesn't depend on the viewer. */
create function order_rank(o order_groups, gave_likes integer, gave integer, got_likes integer, got integer, shown real,
  activity real) returns real language sql immutable parallel safe
  return (((gave_likes + o.gives_likes::float8) / (gave + o.gives_of))
    * worth_of_likes((gave_likes + o.gives_likes::float8) / (gave + o.gives_of))
    * ((got_likes + o.gets_likes::float8) / (got + o.gets_of))
    * activity / power(1 + shown / greatest(o.mean_shown, 1), 2))::real;

/* The exposure of a member after a choice about them, or after it was taken back. */
create function shown_after(s standings, chosen uuid, choices integer) returns real language sql immutable
  return greatest(0, s.shown + choices * (s.account_id = chosen)::int);

/* The pending factor of a standing after a choice: how its rank changes by the choice and by the exposure. */
create or replace function discovery_pending_factor(s standings, chooser uuid, chosen uuid, likes integer, choices integer)
  returns real language sql stable
  return (
    select (s.pending_factor
      * order_rank(o, s.gave_likes + likes * (s.account_id = chooser)::int, s.gave + choices * (s.account_id = chooser)::int,
          s.got_likes + likes * (s.account_id = chosen)::int, s.got + choices * (s.account_id = chosen)::int,
          shown_after(s, chosen, choices), 1)
      / order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, 1))::real
    from discovery_order_group(s.gender_group) o);

/*
 * Counts a choice and the exposure that it ends, or takes them back, in the standings of both members. Rows are always
 * updated in the order of their ids, so that two choices never deadlock.
 */
create or replace function discovery_count_choice(chooser uuid, chosen uuid, likes integer, choices integer) returns void
language plpgsql as $$
begin
  update standings s set
    gave_likes = s.gave_likes + likes * (s.account_id = chooser)::int,
    gave = s.gave + choices * (s.account_id = chooser)::int,
    got_likes = s.got_likes + likes * (s.account_id = chosen)::int,
    got = s.got + choices * (s.account_id = chosen)::int,
    shown = shown_after(s, chosen, choices),
    (base_rank, pending_factor) = (
      select rank_after(s.base_rank, f.factor), factor_after(f.factor)
      from (select discovery_pending_factor(s, chooser, chosen, likes, choices) as factor offset 0) f)
  where s.account_id = any(array[least(chooser, chosen), greatest(chooser, chosen)]);
end $$;

create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, folded(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings
    (account_id, gender_group, block, base_rank, born, age_min, age_max, x, y, z, level, reach, seeks)
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), order_rank(discovery_order_group(l.gender_group), 0, 0, 0, 0, 0, 1), l.born, l.age_min, l.age_max,
    l.x, l.y, l.z, l.level, l.reach, seeks(l.wants)
  from accounts a left join listings l on l.account_id = a.id where a.id = refresh_listing.id
  on conflict (account_id) do update set gender_group = excluded.gender_group, block = excluded.block,
    born = excluded.born, age_min = excluded.age_min, age_max = excluded.age_max, x = excluded.x, y = excluded.y,
    z = excluded.z, level = excluded.level, reach = excluded.reach, seeks = excluded.seeks
  where (standings.gender_group, standings.block, standings.born, standings.age_min, standings.age_max, standings.x,
      standings.y, standings.z, standings.level, standings.reach, standings.seeks)
    is distinct from (excluded.gender_group, excluded.block, excluded.born, excluded.age_min, excluded.age_max,
      excluded.x, excluded.y, excluded.z, excluded.level, excluded.reach, excluded.seeks);
end $$;
