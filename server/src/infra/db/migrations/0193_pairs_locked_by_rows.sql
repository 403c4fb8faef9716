-- The turns of two people who choose each other are taken by a row, so that they can be on different nodes. Servers may
-- still be in a transaction that has only the advisory lock, so both are taken until a later migration.

/* The id of two people's match, whoever is named first. */
create function matching_pair_id(one uuid, other uuid) returns uuid language sql immutable parallel safe return (
  -- As a UUID of version 8, which is what ids of one's own making have.
  select encode(set_byte(set_byte(h, 6, get_byte(h, 6) & 15 | 128), 8, get_byte(h, 8) & 63 | 128), 'hex')::uuid
  from substring(sha256(uuid_send(least(one, other)) || uuid_send(greatest(one, other))) for 16) h
);

-- Always empty for everyone else. Not logged: a lock ends with the server.
create unlogged table pair_locks (match_id uuid primary key);

/*
 * Two people who choose each other at the same moment take turns. Otherwise neither would see the other's like. Whoever
 * inserts the same row waits until the transaction that has inserted it ends. With the owner's rights, because servers of
 * the previous version have none to the new table yet.
 */
create or replace function matching_lock_pair(one uuid, other uuid) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  id uuid := matching_pair_id(one, other);
begin
  perform pg_advisory_xact_lock(hashtextextended(least(one, other)::text || greatest(one, other)::text, 0));
  insert into pair_locks (match_id) values (id);
  delete from pair_locks where match_id = id;
end $$;
