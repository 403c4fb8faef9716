-- Rebuilds the listing and the ranking stats of a member in the transaction that changes their account or profile. Only
-- these triggers write listings, so no command can forget one.
-- needs discovery/deck/order
-- needs discovery/eligibility/eligibility
-- needs profiles/profile/complete
-- needs profiles/profile/genders
-- needs infra/db/search

-- What the house rules say about listings: the photos that a profile needs, whether they have to be verified, and the
-- place that everyone has, or null. Then places and limits of distance aren't listed.
create or replace function listing_rules(out photos int, out verified boolean, out place jsonb)
  language sql stable parallel safe as $$
  select coalesce((house ->> 'photosNeeded')::int, 1), coalesce((house ->> 'verifiedOnly')::boolean, false),
    house -> 'place'
  from (select max(version) as newest from configurations) n left join configurations c on c.version = n.newest
  cross join lateral (select c.content -> 'house' as house) h $$;

-- The listing that each account should have once it's let in, if any. Its gender group selects the part of an index that
-- has the ranking stats. People who are shown to several groups have a part of their own.
create or replace view listings_when_admitted as
select a.id as account_id, a.created_at, a.date_of_birth as born, lower(coalesce(p.found_gender, p.gender)) as gender,
  case n.shown_to when 1 then 'woman' when 2 then 'man' when 4 then 'non-binary' else 'several' end as gender_group,
  lowered(p.interested_in) as wants, p.age_min, p.age_max,
  case when house.place is null then p.reach end as reach, case when house.place is null then p.x end as x,
  case when house.place is null then p.y end as y, case when house.place is null then p.z end as z, p.level,
  a.incognito, a.hide_age, a.hide_gender, a.hide_distance, a.show_last_active,
  a.photo_checked_at is not null as photo_checked, p.intention, folded(coalesce(house.place ->> 'city', p.city)) as city,
  lowered(p.interests) as interests, lowered(p.languages) as languages, p.basics,
  folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')) as words, p.filters,
  n.shown_to, listed_fields(f.fields) as fields, field_terms(listed_fields(f.fields)) as field_terms, a.admission
from accounts a join profiles p on p.account_id = a.id
cross join listing_rules() house
cross join lateral (select case when p.found_gender is null then shown_to(p.gender, p.shown_to)
  else shown_to(p.found_gender, p.found_shown_to) end as shown_to) n
-- No search by these fields may reveal what a hidden gender would.
cross join lateral (select case when a.hide_gender then p.fields - '{pronouns,orientation}'::text[] else p.fields end
  as fields) f
where a.state = 'active' and a.email_verified_at is not null
  and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
  -- The first photo is the one that lists show.
  and (not house.verified or a.photo_checked_at is not null)
  and (house.photos = 0
    or exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown'))
  and (house.photos <= 1 or house.photos <= (
    select count(*) from pictures
    where pictures.account_id = a.id and position is not null and review = 'shown' and audience = 'everyone'));

-- The listing that each member should have.
create or replace view listings_due as
select account_id, created_at, born, gender, gender_group, wants, age_min, age_max, reach, x, y, z, level, incognito,
  hide_age, hide_gender, hide_distance, show_last_active, photo_checked, intention, city, interests, languages, basics,
  words, filters, shown_to, fields, field_terms
from listings_when_admitted where admission is null;

create or replace view ranking_stats_due as
select a.id as account_id, l.gender_group, case when l.x is not null then
    floor((degrees(asin(greatest(-1, least(1, l.z / 6371.0088)))) + 90) * 2)::int * 720
      + floor((degrees(atan2(l.y, l.x)) + 180) * 2)::int end as tile,
  order_rank(discovery_order_of(l.shown_to), 0, 0, 0, 0, 0, 1) as base_rank, l.born, l.age_min, l.age_max, l.x, l.y,
  l.z, l.level, l.reach, seeks(l.wants) as seeks, l.shown_to, (l.created_at at time zone 'UTC')::date as joined
from accounts a left join listings l on l.account_id = a.id
where a.state <> 'erased';

-- Of two transactions that change one member, the second waits here until the first has ended, and then sees its
-- changes. The triggers run last before a commit, when there is nothing else left to wait for, so the two can't
-- deadlock. The lock is the row of ranking stats: a change of a whole city would need more advisory locks than fit into
-- the server's memory. Only a member without ranking stats takes an advisory lock.
create or replace function refresh_listing(member uuid) returns void language plpgsql as $$
declare
  due listings;
begin
  perform from ranking_stats where account_id = member for no key update;
  if not found then
    perform pg_advisory_xact_lock(hashtextextended('listing ' || member, 0));
    perform from ranking_stats where account_id = member for no key update;
  end if;
  select * into due from listings_due where account_id = member;
  if found then
    insert into listings select due.* on conflict (account_id) do update set (
      account_id, created_at, born, gender, gender_group, wants, age_min, age_max, reach, x, y, z, level, incognito,
      hide_age, hide_gender, hide_distance, show_last_active, photo_checked, intention, city, interests, languages,
      basics, words, filters, shown_to, fields, field_terms) = row(excluded.*)
    where listings is distinct from excluded;
  else
    delete from listings where account_id = member;
  end if;
  insert into ranking_stats as s (account_id, gender_group, tile, base_rank, born, age_min, age_max, x, y, z, level,
    reach, seeks, shown_to, joined)
  select * from ranking_stats_due where account_id = member
  on conflict (account_id) do update set (
    gender_group, tile, born, age_min, age_max, x, y, z, level, reach, seeks, shown_to, joined)
    = (excluded.gender_group, excluded.tile, excluded.born, excluded.age_min, excluded.age_max, excluded.x,
      excluded.y, excluded.z, excluded.level, excluded.reach, excluded.seeks, excluded.shown_to, excluded.joined)
  where (s.gender_group, s.tile, s.born, s.age_min, s.age_max, s.x, s.y, s.z, s.level, s.reach, s.seeks, s.shown_to,
      s.joined)
    is distinct from (excluded.gender_group, excluded.tile, excluded.born, excluded.age_min, excluded.age_max,
      excluded.x, excluded.y, excluded.z, excluded.level, excluded.reach, excluded.seeks, excluded.shown_to,
      excluded.joined);
  update friend_profiles f set born = found.born, tile = found.tile
  from (select l.born, case when l.account_id is not null then coalesce(s.tile, -1) end as tile
    from (values (member)) m(id) left join listings l on l.account_id = m.id
    left join ranking_stats s on s.account_id = l.account_id) found
  where f.account_id = member and (f.born, f.tile) is distinct from (found.born, found.tile);
  delete from ranking_stats s using accounts a where s.account_id = member and a.id = s.account_id
    and a.state = 'erased';
end $$;

create or replace function member_changed() returns trigger language plpgsql as $$
declare
  member uuid;
begin
  if tg_table_name = 'accounts' then member := new.id; else member := new.account_id; end if;
  perform refresh_listing(member);
  return null;
end $$;

drop trigger if exists accounts_listing on accounts;
create constraint trigger accounts_listing after update of state, email_verified_at, admission, date_of_birth,
  first_name, incognito, hide_age, hide_gender, hide_distance, show_last_active, photo_checked_at on accounts
  deferrable initially deferred
  for each row execute function member_changed();

drop trigger if exists profiles_listing on profiles;
create constraint trigger profiles_listing after insert or update of gender, found_gender, shown_to, found_shown_to,
  interested_in, intention, bio, interests, languages, basics, city, age_min, age_max, reach, filters, x, y, z, level,
  pictures, fields on profiles deferrable initially deferred for each row execute function member_changed();
