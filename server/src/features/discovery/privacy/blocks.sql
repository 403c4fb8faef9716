-- Keeps `blocked_by`, and ends what a blocked address hid. Likes and `people/sees.sql` ask whether someone is hidden
-- from a person.

create or replace function discovery_mirror_block() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from blocked_by where blocked_id = old.blocked_id and blocker_id = old.blocker_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into blocked_by (blocked_id, blocker_id, at) values (new.blocked_id, new.blocker_id, new.at);
  end if;
  return null;
end $$;

create or replace function discovery_empty_blocked_by() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  truncate blocked_by;
  return null;
end $$;

create or replace function address_blocks_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from hidden_from where (hider_id, address_block_id) in (select account_id, id from gone);
  return null;
end $$;

-- Whether a person blocked the viewer's address.
create or replace function discovery_hides(person uuid, viewer uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from hidden_from where viewer_id = viewer and hider_id = person);
end $$;

create or replace trigger blocks_mirrored after insert or delete or update of blocker_id, blocked_id, at on blocks
  for each row execute function discovery_mirror_block();

create or replace trigger blocks_emptied after truncate on blocks for each statement
  execute function discovery_empty_blocked_by();

create or replace trigger address_blocks_deleted after delete on address_blocks referencing old table as gone
  for each statement execute function address_blocks_deleted();
