-- Putting six pictures in order rewrote the profile and its listing six times, once for each row. A statement now
-- writes a profile once, and only if one of its attached pictures differs afterwards.
drop trigger pictures_of_profile on pictures;
drop function pictures_of_profile();

create function write_pictures_to_profiles(owners uuid[]) returns void language plpgsql as $$
begin
  if cardinality(owners) = 0 then return; end if;
  -- Of two changes at the same moment, the second waits here and then sees the first.
  perform from accounts where id = any(owners) order by id for no key update;
  insert into profiles (account_id, updated_at)
    select id, now() from accounts where id = any(owners) on conflict (account_id) do nothing;
  update profiles set pictures = coalesce((
    select jsonb_agg(jsonb_build_object('publicId', public_id, 'name', name, 'size', size, 'mimeType', mime_type,
      'width', width, 'height', height, 'placeholder', placeholder, 'alt', alt, 'position', position,
      'audience', audience, 'review', review) order by position)
    from pictures where pictures.account_id = profiles.account_id and position is not null), '[]')
  where account_id = any(owners);
end $$;

create function pictures_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform write_pictures_to_profiles(array(select distinct account_id from after where position is not null));
  elsif tg_op = 'DELETE' then
    perform write_pictures_to_profiles(array(select distinct account_id from before where position is not null));
    insert into dropped_files (public_id) select public_id from before on conflict do nothing;
  else
    perform write_pictures_to_profiles(array(
      select distinct after.account_id from before join after using (id)
      where (before.position is not null or after.position is not null) and before is distinct from after));
  end if;
  return null;
end $$;
create trigger pictures_added after insert on pictures
  referencing new table as after for each statement execute function pictures_changed();
create trigger pictures_changed after update on pictures
  referencing old table as before new table as after for each statement execute function pictures_changed();
create trigger pictures_deleted after delete on pictures
  referencing old table as before for each statement execute function pictures_changed();

-- A listing is made again only if something that it shows has changed. Of the pictures it shows none: it depends on
-- whether there is a profile picture that may be shown.
create function has_main_picture(pictures jsonb) returns boolean language sql immutable parallel safe
  return pictures @> '[{"position": 0, "review": "shown"}]';

drop trigger profiles_listing on profiles;
create trigger profiles_listed after insert on profiles for each row execute function listing_of_profile();
create trigger profiles_listing after update of
  gender, interested_in, intention, bio, interests, languages, basics, city, age_min, age_max, reach, filters, x, y,
  z, level, pictures
  on profiles for each row when (
  (
    old.gender, old.interested_in, old.intention, old.bio, old.interests, old.languages, old.basics, old.city,
    old.age_min, old.age_max, old.reach, old.filters, old.x, old.y, old.z, old.level, has_main_picture(old.pictures)
  ) is distinct from (
    new.gender, new.interested_in, new.intention, new.bio, new.interests, new.languages, new.basics, new.city,
    new.age_min, new.age_max, new.reach, new.filters, new.x, new.y, new.z, new.level, has_main_picture(new.pictures)
  ))
  execute function listing_of_profile();

-- Most changes of a subscription leave premium as it is: then its account, with all of its indexes, is not written.
create or replace function premium_of_account() returns trigger language plpgsql as $$
declare
  ends timestamptz := (
    select max(case when status in ('active', 'trialing') then greatest(current_period_end, '9999-01-01')
      else current_period_end end)
    from subscriptions where account_id = coalesce(new.account_id, old.account_id) and current_period_end is not null);
begin
  update accounts set premium_until = ends
  where id = coalesce(new.account_id, old.account_id) and premium_until is distinct from ends;
  return null;
end $$;
drop trigger premium_of_account on subscriptions;
create trigger subscriptions_premium after insert or delete on subscriptions for each row execute function premium_of_account();
create trigger subscriptions_premium_changed after update of status, current_period_end on subscriptions for each row
  when ((old.status, old.current_period_end) is distinct from (new.status, new.current_period_end))
  execute function premium_of_account();
