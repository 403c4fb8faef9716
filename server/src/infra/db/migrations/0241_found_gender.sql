-- A member who changes their gender again and again could try out whom somebody looks for: who appears in a search depends
-- on it. A third change within a month has an effect in lists later, at a time that nobody can tell.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

alter table profiles
  -- By which gender lists find the member while a change waits. Null means by the one that the profile says.
  add column found_gender text,
  add column found_gender_until timestamptz,
  -- When the gender was changed, the last two times.
  add column gender_changes timestamptz[];

/*
 * Writes the listing and the standing of an account. There is one of each, although their keys would allow one in each
 * region: another refresh of the same account waits until this transaction ends. An account that was erased
 * before its listing was refreshed gets no standing.
 */
create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  perform from accounts a where a.id = refresh_listing.id for no key update;
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(coalesce(p.found_gender, p.gender)),
    gender_group(coalesce(p.found_gender, p.gender)), lowered(p.interested_in), p.age_min, p.age_max, p.reach,
    p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, folded(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters,
    region_of(block_of(p.x, p.y, p.z))
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings
    (account_id, region, gender_group, block, base_rank, born, age_min, age_max, x, y, z, level, reach, seeks)
  select a.id, coalesce(l.region, 0), l.gender_group, block_of(l.x, l.y, l.z),
    order_rank(discovery_order_group(l.gender_group), 0, 0, 0, 0, 0, 1), l.born, l.age_min, l.age_max, l.x, l.y, l.z,
    l.level, l.reach, seeks(l.wants)
  from accounts a left join listings l on l.account_id = a.id
  where a.id = refresh_listing.id and a.state <> 'erased'
    and not exists (select from standings s where s.account_id = a.id);
  if not found then
    update standings s set region = n.region, gender_group = n.gender_group, block = n.block, born = n.born,
      age_min = n.age_min, age_max = n.age_max, x = n.x, y = n.y, z = n.z, level = n.level, reach = n.reach,
      seeks = n.seeks
    from (
      select coalesce(l.region, 0) as region, l.gender_group, block_of(l.x, l.y, l.z) as block, l.born, l.age_min,
        l.age_max, l.x, l.y, l.z, l.level, l.reach, seeks(l.wants) as seeks
      from (values (refresh_listing.id)) a (id) left join listings l on l.account_id = a.id) n
    where s.account_id = refresh_listing.id
      and (s.region, s.gender_group, s.block, s.born, s.age_min, s.age_max, s.x, s.y, s.z, s.level, s.reach, s.seeks)
        is distinct from (n.region, n.gender_group, n.block, n.born, n.age_min, n.age_max, n.x, n.y, n.z, n.level,
          n.reach, n.seeks);
  end if;
end $$;

create or replace trigger profiles_listing after update of
  gender, found_gender, interested_in, intention, bio, interests, languages, basics, city, age_min, age_max, reach,
  filters, x, y, z, level, pictures
  on profiles for each row when (
  (
    coalesce(old.found_gender, old.gender), old.interested_in, old.intention, old.bio, old.interests, old.languages,
    old.basics, old.city, old.age_min, old.age_max, old.reach, old.filters, old.x, old.y, old.z, old.level,
    has_main_picture(old.pictures)
  ) is distinct from (
    coalesce(new.found_gender, new.gender), new.interested_in, new.intention, new.bio, new.interests, new.languages,
    new.basics, new.city, new.age_min, new.age_max, new.reach, new.filters, new.x, new.y, new.z, new.level,
    has_main_picture(new.pictures)
  ))
  execute function listing_of_profile();
