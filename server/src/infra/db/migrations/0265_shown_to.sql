-- Members with a gender in their own words choose to whom they are shown: to people looking for women, men, non-binary
-- people, or several of them. Sets are written as the bits that `seeks` uses: 1, 2 and 4.
-- needs 0241_found_gender

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

alter table profiles
  -- Null with one of the three genders, which says it, and for those who weren't asked: they are shown as non-binary people.
  add column shown_to text[],
  -- When the member answered. Without it, somebody with own words is asked.
  add column shown_to_at timestamptz,
  -- The set that lists use while a change waits, beside `found_gender`.
  add column found_shown_to text[];
alter table listings add column shown_to smallint;
alter table standings add column shown_to smallint;

/* To whom a member is shown. */
create function shown_to(gender text, chosen text[]) returns smallint language sql immutable parallel safe
  return case when gender is null then null
    when lower(gender) in ('woman', 'man', 'non-binary') or coalesce(chosen, '{}') = '{}'
    then seeks(array[gender_group(gender)]) else seeks(chosen) end;

/* The part of an index in which a standing is found. Those in several sets have one of their own. */
create function group_shown_to(shown_to smallint) returns text language sql immutable parallel safe
  return case shown_to when 1 then 'woman' when 2 then 'man' when 4 then 'non-binary' else 'several' end;

/* The parameters of the order for a set: the mean of its groups. Members who aren't listed have none. */
create function discovery_order_of(shown_to smallint) returns order_groups language sql stable parallel safe as $$
  select case count(*) when 1 then (array_agg(g))[1] else jsonb_populate_record((array_agg(g))[1], jsonb_build_object(
    'gives_likes', avg(g.gives_likes), 'gives_of', avg(g.gives_of), 'gets_likes', avg(g.gets_likes),
    'gets_of', avg(g.gets_of), 'usual', avg(g.usual), 'mean_shown', avg(g.mean_shown))) end
  from order_groups g where seeks(array[g.gender_group]) & coalesce($1, 4) > 0
$$;

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
    group_shown_to(n.shown_to), lowered(p.interested_in), p.age_min, p.age_max, p.reach,
    p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, folded(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters,
    region_of(block_of(p.x, p.y, p.z)), n.shown_to
  from accounts a join profiles p on p.account_id = a.id
  cross join lateral (select case when p.found_gender is null then shown_to(p.gender, p.shown_to)
    else shown_to(p.found_gender, p.found_shown_to) end as shown_to) n
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings
    (account_id, region, gender_group, block, base_rank, born, age_min, age_max, x, y, z, level, reach, seeks,
      shown_to)
  select a.id, coalesce(l.region, 0), l.gender_group, block_of(l.x, l.y, l.z),
    order_rank(discovery_order_of(l.shown_to), 0, 0, 0, 0, 0, 1), l.born, l.age_min, l.age_max, l.x, l.y, l.z,
    l.level, l.reach, seeks(l.wants), l.shown_to
  from accounts a left join listings l on l.account_id = a.id
  where a.id = refresh_listing.id and a.state <> 'erased'
    and not exists (select from standings s where s.account_id = a.id);
  if not found then
    update standings s set region = n.region, gender_group = n.gender_group, block = n.block, born = n.born,
      age_min = n.age_min, age_max = n.age_max, x = n.x, y = n.y, z = n.z, level = n.level, reach = n.reach,
      seeks = n.seeks, shown_to = n.shown_to
    from (
      select coalesce(l.region, 0) as region, l.gender_group, block_of(l.x, l.y, l.z) as block, l.born, l.age_min,
        l.age_max, l.x, l.y, l.z, l.level, l.reach, seeks(l.wants) as seeks, l.shown_to
      from (values (refresh_listing.id)) a (id) left join listings l on l.account_id = a.id) n
    where s.account_id = refresh_listing.id
      and (s.region, s.gender_group, s.block, s.born, s.age_min, s.age_max, s.x, s.y, s.z, s.level, s.reach, s.seeks,
        s.shown_to)
        is distinct from (n.region, n.gender_group, n.block, n.born, n.age_min, n.age_max, n.x, n.y, n.z, n.level,
          n.reach, n.seeks, n.shown_to);
  end if;
end $$;

create or replace trigger profiles_listing after update of
  gender, found_gender, shown_to, found_shown_to, interested_in, intention, bio, interests, languages, basics, city,
  age_min, age_max, reach, filters, x, y, z, level, pictures
  on profiles for each row when (
  (
    coalesce(old.found_gender, old.gender), old.shown_to, old.found_shown_to,
    old.interested_in, old.intention, old.bio, old.interests, old.languages,
    old.basics, old.city, old.age_min, old.age_max, old.reach, old.filters, old.x, old.y, old.z, old.level,
    has_main_picture(old.pictures)
  ) is distinct from (
    coalesce(new.found_gender, new.gender), new.shown_to, new.found_shown_to,
    new.interested_in, new.intention, new.bio, new.interests, new.languages,
    new.basics, new.city, new.age_min, new.age_max, new.reach, new.filters, new.x, new.y, new.z, new.level,
    has_main_picture(new.pictures)
  ))
  execute function listing_of_profile();

/* By how much the rank of a standing changes with choices, and with the exposure that those about its member end. */
create or replace function discovery_factor(
  s standings, gave_likes integer, gave integer, got_likes integer, got integer) returns real
language sql stable return (
  select (order_rank(o, s.gave_likes + $2, s.gave + $3, s.got_likes + $4, s.got + $5, greatest(0, s.shown + $5)::real, 1)
    / order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, 1))::real
  from discovery_order_of(s.shown_to) o);
