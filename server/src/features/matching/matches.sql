-- The ids and locks of pairs (`choices.sql.ts`), and what likes and messages need of a match.
-- needs discovery/views
-- needs identity/views

-- The id of two people's match, whoever is named first: SHA-256 of both, with the marks of a UUID of version 8. It
-- has no query in it, so PostgreSQL writes it into the statement instead of calling it.
create or replace function matching_pair_id(one uuid, other uuid) returns uuid
language sql immutable parallel safe return (
  overlay(
    overlay(left(encode(sha256(uuid_send(least(one, other)) || uuid_send(greatest(one, other))), 'hex'), 32)
      placing '8' from 13 for 1)
    placing translate(
      substr(encode(sha256(uuid_send(least(one, other)) || uuid_send(greatest(one, other))), 'hex'), 17, 1),
      '0123456789abcdef', '89ab89ab89ab89ab')
    from 17 for 1)::uuid
);

-- Two people who choose each other at the same moment take turns. Otherwise neither would see the other's like.
-- Whoever inserts the same row waits until the transaction that has inserted it ends.
create or replace function matching_lock_pair(one uuid, other uuid) returns void language plpgsql as $$
declare
  id uuid := matching_pair_id(one, other);
begin
  insert into pair_locks (match_id) values (id);
  delete from pair_locks where match_id = id;
end $$;

-- Names a match by its pair, and refuses a second one of two people.
create or replace function matches_id() returns trigger language plpgsql as $$
begin
  new.id := matching_pair_id(new.a_id, new.b_id);
  if exists (select from matches where a_id = new.a_id and b_id = new.b_id and id <> new.id) then
    raise unique_violation using message = 'these two have a match', constraint = 'matches_pkey';
  end if;
  return new;
end $$;

-- The place of the viewer's next message in a match, and who reads it: null if they can't write to each other.
create or replace function matching_take_place(match uuid, viewer uuid, at timestamptz, out other_id uuid,
  out seq integer)
language plpgsql as $$
begin
  update matches m set last_seq = m.last_seq + 1, last_message_at = at
  where m.id = match and viewer in (m.a_id, m.b_id) and m.ended_at is null
    and exists (select from identity_people p
      where p.id in (m.a_id, m.b_id) and p.id <> viewer and p.state in ('active', 'paused'))
    and not exists (select from discovery_blocks b where b.one_id = m.a_id and b.other_id = m.b_id)
  returning case when m.a_id = viewer then m.b_id else m.a_id end, m.last_seq into other_id, seq;
end $$;

-- Tells both people about their match.
create or replace function matching_match_notices(match uuid, one uuid, other uuid) returns jsonb
language plpgsql stable as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('to', other_of.id, 'about', p.id, 'kind', 'match', 'topic', 'match:' || match,
      'details', jsonb_build_object('name', p.first_name, 'matchId', match)))
    from (values (one, other), (other, one)) as other_of(id,
      from_id) join identity_people p on p.id = other_of.from_id);
end $$;

create or replace trigger matches_id before insert on matches for each row execute function matches_id();
