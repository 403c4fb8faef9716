-- Most of those near are still too far, for one of the two: that is told before anything else is read of them, as their age is.
alter table standings add column x double precision, add column y double precision, add column z double precision,
  add column level smallint, add column reach smallint;

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
  insert into standings (account_id, gender_group, block, worth, born, age_min, age_max, x, y, z, level, reach)
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), worth(0, 0, 0, 0, 0, 1, 1), l.born, l.age_min, l.age_max, l.x, l.y, l.z, l.level, l.reach
  from accounts a left join listings l on l.account_id = a.id where a.id = refresh_listing.id
  on conflict (account_id) do update set gender_group = excluded.gender_group, block = excluded.block, born = excluded.born,
    age_min = excluded.age_min, age_max = excluded.age_max, x = excluded.x, y = excluded.y, z = excluded.z, level = excluded.level,
    reach = excluded.reach
  where (standings.gender_group, standings.block, standings.born, standings.age_min, standings.age_max, standings.x, standings.y,
      standings.z, standings.level, standings.reach)
    is distinct from (excluded.gender_group, excluded.block, excluded.born, excluded.age_min, excluded.age_max, excluded.x, excluded.y,
      excluded.z, excluded.level, excluded.reach);
end $$;

update standings s set x = l.x, y = l.y, z = l.z, level = l.level, reach = l.reach from listings l where l.account_id = s.account_id;
