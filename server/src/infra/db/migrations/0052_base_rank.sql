-- Names that say what the columns are: the part of the rank that doesn't depend on the viewer, the factor by which it has
-- changed without being written to the indexes yet, and the 30-year bucket of births. The indexes follow the columns.
alter table standings rename column worth to base_rank;
alter table standings rename column moved to pending_factor;
alter table standings rename column generation to birth_bucket;

alter function worth(integer, integer, integer, integer, real, real, real) rename to base_rank;

drop function discovery_count_choice(uuid, uuid, integer, integer);
drop function discovery_moved(standings, uuid, uuid, integer, integer);
drop function place_of(real, real);
drop function left_of(real);
drop function is_off(real);

/* A rank is rewritten only when it is off by about a third: each rewrite costs more than making a deck. */
create function is_factor_due(pending_factor real) returns boolean language sql immutable parallel safe
  return pending_factor < 0.75 or pending_factor > 1.34;
create function rank_after(base_rank real, pending_factor real) returns real language sql immutable parallel safe
  return case when is_factor_due(pending_factor) then base_rank * pending_factor else base_rank end;
create function factor_after(pending_factor real) returns real language sql immutable parallel safe
  return case when is_factor_due(pending_factor) then 1 else pending_factor end;

/* The pending factor of a standing after a choice, from how likely its member is to like and to be liked. */
create function discovery_pending_factor(s standings, chooser uuid, chosen uuid, likes integer, choices integer) returns real
  language sql immutable
  return (s.pending_factor
    * (likelihood(s.gave_likes + likes * (s.account_id = chooser)::int, s.gave + choices * (s.account_id = chooser)::int)
      / likelihood(s.gave_likes, s.gave))
    * (likelihood(s.got_likes + likes * (s.account_id = chosen)::int, s.got + choices * (s.account_id = chosen)::int)
      / likelihood(s.got_likes, s.got)))::real;

/*
 * Counts a choice, or takes it back, in the standings of both members. Rows are always updated in the order of their ids,
 * so that two choices never deadlock.
 */
create function discovery_count_choice(chooser uuid, chosen uuid, likes integer, choices integer) returns void
language plpgsql as $$
begin
  update standings s set
    gave_likes = s.gave_likes + likes * (s.account_id = chooser)::int,
    gave = s.gave + choices * (s.account_id = chooser)::int,
    got_likes = s.got_likes + likes * (s.account_id = chosen)::int,
    got = s.got + choices * (s.account_id = chosen)::int,
    base_rank = rank_after(s.base_rank, discovery_pending_factor(s, chooser, chosen, likes, choices)),
    pending_factor = factor_after(discovery_pending_factor(s, chooser, chosen, likes, choices))
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
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), base_rank(0, 0, 0, 0, 0, 1, 1), l.born, l.age_min, l.age_max,
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
