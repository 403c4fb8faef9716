-- Keeps the pictures on profiles and the list of dropped files. Chat has a sent one compared (`chat/held-back.sql.ts`).

-- A listing is made again only if something that it shows has changed. Of the pictures it shows none: it depends on
-- whether there is a profile picture that may be shown.
create or replace function has_main_picture(pictures jsonb) returns boolean language sql immutable parallel safe
  return pictures @> '[{"position": 0, "review": "shown"}]';

create or replace function profiles_compare_picture(sent text, sender uuid) returns void language sql volatile as $$
  update pictures set to_compare = true
  where public_id = sent and account_id = sender and fingerprint is not null and not to_compare;
$$;

create or replace function write_pictures_to_profiles(owners uuid[]) returns void language plpgsql as $$
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

create or replace function pictures_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform write_pictures_to_profiles(array(select distinct account_id from after where position is not null));
  elsif tg_op = 'DELETE' then
    perform write_pictures_to_profiles(array(select distinct account_id from before where position is not null));
    insert into dropped_files (public_id) select public_id from before on conflict do nothing;
  else
    perform write_pictures_to_profiles(array(
      select distinct after.account_id from before join after using (id)
      where (before.position is not null or after.position is not null)
        and (before.position, before.alt, before.audience, before.review)
          is distinct from (after.position, after.alt, after.audience, after.review)));
  end if;
  return null;
end $$;

create or replace trigger pictures_added after insert on pictures referencing new table as after for each statement
  execute function pictures_changed();

create or replace trigger pictures_changed after update on pictures referencing old table as before new table as after
  for each statement execute function pictures_changed();

create or replace trigger pictures_deleted after delete on pictures referencing old table as before for each statement
  execute function pictures_changed();
