-- Since 0.2.0, every transaction that takes the advisory lock of a pair takes the row as well: the row alone is enough.
-- needs 0193_pairs_locked_by_rows

-- Vacuum finds the table empty each time. Giving its pages back would cost each choice five times as much until it has as
-- many again.
alter table pair_locks set (vacuum_truncate = off);

/*
 * Two people who choose each other at the same moment take turns. Otherwise neither would see the other's like. Whoever
 * inserts the same row waits until the transaction that has inserted it ends.
 */
create or replace function matching_lock_pair(one uuid, other uuid) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  id uuid := matching_pair_id(one, other);
begin
  insert into pair_locks (match_id) values (id);
  delete from pair_locks where match_id = id;
end $$;
