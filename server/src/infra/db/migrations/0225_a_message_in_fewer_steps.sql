-- needs 0193_pairs_locked_by_rows
-- Most of what a message took was starting statements: each of these functions runs as few as it can.

/*
 * An id that sorts by its time: milliseconds in 48 bits, version 7, twelve bits of a millisecond's part, then chance. It
 * reads its time once, so PostgreSQL writes it into the statement instead of calling it.
 */
create or replace function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
language sql volatile parallel safe
return (overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
  || substr(gen_random_uuid()::text, 20))::uuid;

/* The place of the viewer's next message in a match, and who reads it: null if they can't write to each other. */
create function matching_take_place(match uuid, viewer uuid, at timestamptz, out other_id uuid, out seq integer)
language plpgsql as $$
begin
  update matches m set last_seq = m.last_seq + 1, last_message_at = at
  where m.id = match and viewer in (m.a_id, m.b_id) and m.ended_at is null
    and exists (select from identity_people p
      where p.id in (m.a_id, m.b_id) and p.id <> viewer and p.state in ('active', 'paused'))
    and not exists (select from discovery_blocks b where b.one_id = m.a_id and b.other_id = m.b_id)
  returning case when m.a_id = viewer then m.b_id else m.a_id end, m.last_seq into other_id, seq;
end $$;

/* Records one notice, as delivery_record does many. Whether it needs a push, or null if there is nobody to notify. */
create function delivery_record_one(recipient uuid, notice jsonb, now timestamptz) returns boolean
language plpgsql as $$
declare
  has_device boolean;
begin
  select exists (select from push_subscriptions s where s.account_id = recipient) into has_device
  from identity_people p where p.id = recipient and p.state <> 'erased';
  if has_device is null then return null; end if;
  insert into notifications as saved (account_id, kind, topic, details, about_id, at, due_at, pushed_at, push_due_at)
  values (recipient, notice ->> 'kind', notice ->> 'topic', notice -> 'details', (notice ->> 'about')::uuid, now,
    delivery_mail_due(now), case when not has_device then now end, case when has_device then delivery_push_due(now) end)
  on conflict (account_id, topic) where read_at is null
  do update set count = saved.count + 1, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
    pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at;
  return has_device;
end $$;

/*
 * Sends a message after one try of this budget (`key`, `limit`, `resets_at`; null if nothing is limited). When it is used
 * up, nothing is sent, and `refused_until` says until when. What fails counts nothing, because it is undone: a client id
 * that was used before, or a reply or photo that isn't there. A conversation that isn't open gets no answer, and counts.
 */
create or replace function chat_send_within(budget jsonb, match uuid, sender uuid, client text, words text, picture text,
  reply uuid, now timestamptz, notice jsonb)
returns table (refused_until timestamptz, id uuid, other_id uuid, seq integer, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  next_first timestamptz;
  place record;
  is_muted boolean;
  needs_push boolean;
begin
  if budget is not null then
    refused_until := budgets_spend(array[budget ->> 'key'], array[(budget ->> 'limit')::int],
      array[(budget ->> 'resets_at')::timestamptz], now);
    if refused_until is not null then
      return next;
      return;
    end if;
    next_first := moderation_next_first_message(sender, now);
    if next_first is not null and exists (select from messages m where m.match_id = match and m.sender_id = sender) then
      next_first := null;
    end if;
    if next_first > now then
      refused_until := next_first;
      return next;
      return;
    end if;
  end if;
  place := matching_take_place(match, sender, now);
  if place.seq is null then return; end if;
  other_id := place.other_id;
  seq := place.seq;
  if reply is not null and not exists (select from messages m where m.match_id = match and m.id = reply) then
    raise no_data_found using constraint = 'reply_to';
  end if;
  insert into messages as sent (match_id, seq, sender_id, client_id, text, public_id, reply_to, created_at)
  values (match, place.seq, sender, client, words, picture, reply, now)
  returning sent.id,
    exists (select from reads r where r.match_id = sent.match_id and r.account_id = place.other_id and r.muted)
  into id, is_muted;
  -- After the insert, so that a message that is sent again finds the saved one even if its picture is gone.
  if picture is not null and not exists (
    select from profiles_pictures p where p.public_id = picture and p.account_id = sender and p.position is null)
  then
    raise no_data_found using constraint = 'public_id';
  end if;
  if next_first is not null then perform moderation_count_first_message(sender, now); end if;
  if not is_muted then needs_push := delivery_record_one(other_id, notice, now); end if;
  notified := case when needs_push is null then '{}' else array[other_id] end;
  to_push := case when needs_push then array[other_id] else '{}' end;
  return next;
end $$;
