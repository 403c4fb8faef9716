-- Listings and standings get the key of their group (docs/scale.md): a region, a square of ten degrees by latitude and
-- longitude. Only `refresh_listing` decides it, so servers of the previous version don't have to know it.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

/* The region of a block (block_of): 20 by 20 blocks, counted from 1. Region 0 is for people without a place. */
create function region_of(block integer) returns smallint language sql immutable parallel safe
return coalesce((block / 720 / 20) * 36 + (block % 720) / 20 + 1, 0)::smallint;

alter table listings add column region smallint not null default 0;
-- New minors refuse a column with a default where functions use the type of the table's rows, and filling one without a
-- default would rewrite the table. So they make room for it; servers see them all the time.
drop function discovery_pending_factor(standings, uuid, uuid, integer, integer);
drop function shown_after(standings, uuid, integer);
alter table standings add column region smallint not null default 0;

/* The exposure of a member after a choice about them, or after it was taken back. */
create function shown_after(s standings, chosen uuid, choices integer) returns real language sql immutable
  return greatest(0, s.shown + choices * (s.account_id = chosen)::int);

/* The pending factor of a standing after a choice: how its rank changes by the choice and by the exposure. */
create function discovery_pending_factor(s standings, chooser uuid, chosen uuid, likes integer, choices integer)
  returns real language sql stable
  return (
    select (s.pending_factor
      * order_rank(o, s.gave_likes + likes * (s.account_id = chooser)::int, s.gave + choices * (s.account_id = chooser)::int,
          s.got_likes + likes * (s.account_id = chosen)::int, s.got + choices * (s.account_id = chosen)::int,
          shown_after(s, chosen, choices), 1)
      / order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, 1))::real
    from discovery_order_group(s.gender_group) o);

/*
 * Writes the listing and the standing of an account. There is one of each, although their keys would allow one in each
 * region: another refresh of the same account waits until this transaction ends.
 */
create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  perform from accounts a where a.id = refresh_listing.id for no key update;
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
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
  where a.id = refresh_listing.id and not exists (select from standings s where s.account_id = a.id);
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

create or replace function listing_of_profile() returns trigger language plpgsql as $$
begin
  perform refresh_listing(new.account_id);
  return null;
end $$;

/*
 * Gives a column the value of an expression where it differs, in batches. Rows that move meanwhile to pages that have
 * been read are missed: they follow at the end, and are few.
 */
create procedure split_fill_value(whole text, named text, value text) language plpgsql as $$
declare
  statement text := format('update %I set %I = %s where %2$I <> %3$s', whole, named, value);
begin
  call split_batches(whole, statement || ' and ctid >= $1 and ctid < $2', 100);
  execute statement;
end $$;
