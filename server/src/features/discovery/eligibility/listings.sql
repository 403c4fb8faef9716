-- Makes the listing and the standing of a member anew whenever their account or profile changes. A server’s own
-- transactions leave that until they commit (`infra/db/stale-listings.ts`); a job takes up what they couldn’t
-- (`deck/listings.sql.ts`).
-- needs discovery/deck/order
-- needs discovery/eligibility/eligibility
-- needs profiles/pictures/pictures
-- needs profiles/profile/complete
-- needs profiles/profile/genders
-- needs infra/db/search

-- Writes the listing and the standing of an account. There is one of each, although their keys would allow one in
-- each region: another refresh of the same account waits until this transaction ends. An account that was erased
-- before its listing was refreshed gets no standing.
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

-- A server that hears the notice refreshes the listing (infra/db/stale-listings.ts).
create or replace function note_stale_listing(id uuid) returns void language plpgsql as $$
begin
  if current_setting('kindred.listings', true) is distinct from 'later' then
    perform refresh_listing(id);
    return;
  end if;
  insert into stale_listings (account_id) values (note_stale_listing.id);
  raise notice using message = 'a listing is stale', detail = id::text, errcode = 'KLIST';
end $$;

-- Refreshes what is noted of these accounts, in one order for all who do so.
create or replace function refresh_stale_listings(ids uuid[]) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  stale uuid;
begin
  for stale in select distinct given from unnest(ids) given order by given loop
    delete from stale_listings where account_id = stale;
    if found then
      perform refresh_listing(stale);
    end if;
  end loop;
end $$;

-- Refreshes some of what nobody refreshed after the commit, because their server was killed or couldn't. Returns how
-- many accounts there were.
create or replace function discovery_refresh_left(most integer) returns integer language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  ids uuid[] := array(
    select distinct account_id from stale_listings where at < now() - interval '10 seconds' order by 1 limit most);
begin
  perform refresh_stale_listings(ids);
  return cardinality(ids);
end $$;

create or replace function listing_of_account() returns trigger language plpgsql as $$
begin
  perform note_stale_listing(new.id);
  return null;
end $$;

create or replace function listing_of_profile() returns trigger language plpgsql as $$
begin
  perform note_stale_listing(new.account_id);
  return null;
end $$;

create or replace trigger accounts_listing after update of state, email_verified_at, date_of_birth, first_name,
  incognito, hide_age, hide_distance, show_last_active, photo_checked_at on accounts for each row
  when (old.state is distinct from new.state
    or (old.email_verified_at is null) is distinct from (new.email_verified_at is null)
    or old.date_of_birth is distinct from new.date_of_birth or old.first_name is distinct from new.first_name
    or old.incognito is distinct from new.incognito or old.hide_age is distinct from new.hide_age
    or old.hide_distance is distinct from new.hide_distance
    or old.show_last_active is distinct from new.show_last_active
    or (old.photo_checked_at is null) is distinct from (new.photo_checked_at is null))
  execute function listing_of_account();

create or replace trigger profiles_listed after insert on profiles for each row execute function listing_of_profile();

create or replace trigger profiles_listing after update of gender, found_gender, shown_to, found_shown_to,
  interested_in, intention, bio, interests, languages, basics, city, age_min, age_max, reach, filters, x, y, z, level,
  pictures on profiles for each row
  when (coalesce(old.found_gender, old.gender) is distinct from coalesce(new.found_gender, new.gender)
    or old.shown_to is distinct from new.shown_to or old.found_shown_to is distinct from new.found_shown_to
    or old.interested_in is distinct from new.interested_in or old.intention is distinct from new.intention
    or old.bio is distinct from new.bio or old.interests is distinct from new.interests
    or old.languages is distinct from new.languages or old.basics is distinct from new.basics
    or old.city is distinct from new.city or old.age_min is distinct from new.age_min
    or old.age_max is distinct from new.age_max or old.reach is distinct from new.reach
    or old.filters is distinct from new.filters or old.x is distinct from new.x or old.y is distinct from new.y
    or old.z is distinct from new.z or old.level is distinct from new.level
    or has_main_picture(old.pictures) is distinct from has_main_picture(new.pictures))
  execute function listing_of_profile();
