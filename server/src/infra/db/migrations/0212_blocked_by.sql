-- `blocks` from the other side: who has blocked a member is read by that member's key (docs/scale.md). Triggers keep it
-- equal, with the owner's rights, because servers of the previous version have none to the new table.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

create table blocked_by (
  blocked_id uuid not null,
  blocker_id uuid not null,
  at timestamptz not null,
  primary key (blocked_id, blocker_id)
);

create function discovery_mirror_block() returns trigger language plpgsql
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
create function discovery_empty_blocked_by() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  truncate blocked_by;
  return null;
end $$;
create trigger blocks_mirrored after insert or update of blocker_id, blocked_id, at or delete on blocks
  for each row execute function discovery_mirror_block();
create trigger blocks_emptied after truncate on blocks
  for each statement execute function discovery_empty_blocked_by();
