-- What a room lets others write that cannot call its verbs: because it builds on them, or because both write in one statement.
-- A function is named after the room whose tables it writes.

/* Holds an account, so that changes to it come one after another; whether somebody is still there. */
create function identity_lock(account uuid) returns boolean language sql as $$
  select state <> 'erased' from accounts where id = account for update;
$$;

/*
 * Changes what members may change themselves; `counted` says so to whoever decides about the account meanwhile. Only what is given is
 * written, so that only the triggers run that it concerns.
 */
create function identity_change(account uuid, changes jsonb, counted boolean) returns setof accounts language plpgsql as $$
declare
  changeable constant text[] := array['first_name', 'last_name', 'date_of_birth', 'time_zone', 'show_last_active', 'hide_age',
    'hide_distance', 'incognito', 'receipts', 'units', 'state', 'notify'];
  assigned text;
begin
  if not (array(select jsonb_object_keys(changes)) <@ changeable) then
    raise exception 'This of an account is not changed by other rooms: %', changes;
  end if;
  select string_agg(format('%1$I = changed.%1$I', key), ', ') into assigned from jsonb_object_keys(changes) key;
  return query execute format('update accounts set %s from jsonb_populate_record(null::accounts, $2) changed
    where accounts.id = $1 returning accounts.*',
    concat_ws(', ', assigned, case when counted then 'version = accounts.version + 1' end)) using account, changes;
end $$;

/* Takes the next place in a conversation that is open to the viewer. It is held until the transaction is over. */
create function matching_next_place(match uuid, viewer uuid, at timestamptz) returns table (other_id uuid, last_seq integer)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update matches m set last_seq = m.last_seq + 1, last_message_at = at
    where m.id = match and viewer in (m.a_id, m.b_id) and m.ended_at is null
      and exists (select from identity_people p where p.id in (m.a_id, m.b_id) and p.id <> viewer and p.state in ('active', 'paused'))
      and not exists (select from discovery_blocks b where b.one_id = m.a_id and b.other_id = m.b_id)
    returning case when m.a_id = viewer then m.b_id else m.a_id end, m.last_seq;
end $$;

/* How far a standing has moved once a choice is counted, by how much likelier the one is to like, and the other to be liked. */
create function discovery_moved(s standings, chooser uuid, chosen uuid, likes integer, choices integer) returns real
  language sql immutable
  return (s.moved
    * (likelihood(s.gave_likes + likes * (s.account_id = chooser)::int, s.gave + choices * (s.account_id = chooser)::int)
      / likelihood(s.gave_likes, s.gave))
    * (likelihood(s.got_likes + likes * (s.account_id = chosen)::int, s.got + choices * (s.account_id = chosen)::int)
      / likelihood(s.got_likes, s.got)))::real;

/*
 * Counts a choice, or takes it off again: how readily the one likes, and how often the other is liked. Both move in the order by it.
 * Always in the order of their ids, so that two never wait for each other.
 */
create function discovery_count_choice(chooser uuid, chosen uuid, likes integer, choices integer) returns void
language plpgsql as $$
begin
  update standings s set
    gave_likes = s.gave_likes + likes * (s.account_id = chooser)::int, gave = s.gave + choices * (s.account_id = chooser)::int,
    got_likes = s.got_likes + likes * (s.account_id = chosen)::int, got = s.got + choices * (s.account_id = chosen)::int,
    worth = place_of(s.worth, discovery_moved(s, chooser, chosen, likes, choices)),
    moved = left_of(discovery_moved(s, chooser, chosen, likes, choices))
  where s.account_id = any(array[least(chooser, chosen), greatest(chooser, chosen)]);
end $$;
