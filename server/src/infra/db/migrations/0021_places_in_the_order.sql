-- Most of those near are still too far, for one of the two: that is told before anything else is read of them, as their age is.
-- Whom somebody looks for stands there as bits (woman 1, man 2, anybody else 4), with an order for each: whoever is looked for by
-- few finds those few as soon as everybody else theirs.
alter table standings add column x double precision, add column y double precision, add column z double precision,
  add column level smallint, add column reach smallint, add column seeks smallint not null default 0;

create function seeks(wants text[]) returns smallint language sql immutable parallel safe
  return coalesce((select bit_or(case each when 'woman' then 1 when 'man' then 2 else 4 end) from unnest(wants) each), 0)::smallint;

create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, lower(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    lower(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings (account_id, gender_group, block, worth, born, age_min, age_max, x, y, z, level, reach, seeks)
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), worth(0, 0, 0, 0, 0, 1, 1), l.born, l.age_min, l.age_max, l.x, l.y, l.z, l.level, l.reach,
    seeks(l.wants)
  from accounts a left join listings l on l.account_id = a.id where a.id = refresh_listing.id
  on conflict (account_id) do update set gender_group = excluded.gender_group, block = excluded.block, born = excluded.born,
    age_min = excluded.age_min, age_max = excluded.age_max, x = excluded.x, y = excluded.y, z = excluded.z, level = excluded.level,
    reach = excluded.reach, seeks = excluded.seeks
  where (standings.gender_group, standings.block, standings.born, standings.age_min, standings.age_max, standings.x, standings.y,
      standings.z, standings.level, standings.reach, standings.seeks)
    is distinct from (excluded.gender_group, excluded.block, excluded.born, excluded.age_min, excluded.age_max, excluded.x, excluded.y,
      excluded.z, excluded.level, excluded.reach, excluded.seeks);
end $$;

update standings s set x = l.x, y = l.y, z = l.z, level = l.level, reach = l.reach, seeks = seeks(l.wants) from listings l where l.account_id = s.account_id;

drop index standings_near;
drop index standings_anywhere;
create index standings_near_women on standings (block, gender_group, worth desc) where seeks & 1 > 0;
create index standings_near_men on standings (block, gender_group, worth desc) where seeks & 2 > 0;
create index standings_near_others on standings (block, gender_group, worth desc) where seeks & 4 > 0;
create index standings_women on standings (gender_group, worth desc) where seeks & 1 > 0;
create index standings_men on standings (gender_group, worth desc) where seeks & 2 > 0;
create index standings_others on standings (gender_group, worth desc) where seeks & 4 > 0;

/* How likely a yes is, from so many: shrunk hard, as in worth(). What somebody chooses moves two places in the order by it. */
create function likelihood(likes integer, of_all integer) returns real language sql immutable parallel safe
  return ((likes + 10.0) / (of_all + 25.0))::real;
