-- Sends a message within one round trip: the limits, its number in the conversation, the message and the notification.
-- `chat/queries.ts` calls it.
-- needs delivery/notifications/record
-- needs matching/matches
-- needs matching/views
-- needs moderation/monitoring/monitoring
-- needs moderation/views
-- needs profiles/views
-- needs infra/budgets

-- True if the member is listed among men, and the other one among women. Someone who has changed their gender since the
-- match waits, too, so that no one gets around the rule that way. It doesn't apply to friends, and ends once she has
-- written, which she may have done before the two matched again.
create or replace function chat_waits_for_her(match uuid, member uuid) returns boolean language sql stable as $$
  select exists (
    select from matching_matches m
    join profiles_places me on me.account_id = member
    join profiles_places other on other.account_id in (m.a_id, m.b_id) and other.account_id <> member
    where m.id = match and not m.for_friends and member in (m.a_id, m.b_id) and other.shown_to = 1
      and coalesce(other.gender_changed_at < m.created_at, true)
      and (me.shown_to = 2 or me.gender_changed_at >= m.created_at)
      and not exists (select from messages w where w.match_id = m.id and w.sender_id = other.account_id offset 0)) $$;

-- Sends a message after one try of this budget (`key`, `limit`, `resets_at`; null if nothing is limited). If the budget
-- is used up, nothing is sent, and `refused_until` is the end of the wait. Failures don't count, because they are
-- rolled back: a client id that was used before, a missing reply or photo, or a man's first message to a woman where
-- `women_first` says that she begins. A message to a closed conversation returns no row, and counts. If staff removed
-- texts of the sender, `needs_check` asks the caller to compare them and to send again as `checked`.
create or replace function chat_send_within(budget jsonb, match uuid, sender uuid, client text, words text,
  picture text, kind text, reply uuid, now timestamptz, notice jsonb,
  women_first boolean, checked boolean)
returns table (needs_check boolean, refused_until timestamptz, id uuid, other_id uuid, seq integer, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  next_first timestamptz;
  place record;
  needs_push boolean;
begin
  if words is not null and not checked and exists (
    select from moderation_hidden_texts h where h.account_id = sender)
  then
    needs_check := true;
    return next;
    return;
  end if;
  if budget is not null then
    refused_until := budgets_spend(array[budget ->> 'key'], array[(budget ->> 'limit')::int],
      array[(budget ->> 'resets_at')::timestamptz], now);
    if refused_until is not null then
      return next;
      return;
    end if;
    next_first := moderation_pace_first_message(sender, now, false);
    if next_first is not null then
      perform from messages m where m.match_id = match and m.sender_id = sender limit 1;
      if found then next_first := null; end if;
    end if;
    if next_first > now then
      refused_until := next_first;
      return next;
      return;
    end if;
  end if;
  place := matching_take_place(match, sender, words, kind, now);
  if place.seq is null then return; end if;
  other_id := place.other_id;
  seq := place.seq;
  if women_first and chat_waits_for_her(match, sender) then
    raise no_data_found using constraint = 'women_first';
  end if;
  insert into messages as sent (match_id, seq, sender_id, client_id, text, kind, public_id, reply_to, created_at)
  values (match, place.seq, sender, client, words, kind, picture, reply, now)
  returning sent.id into id;
  -- After the insert, so that a message that is sent again finds the saved one, even if its picture or what it replies
  -- to is gone.
  if reply is not null and not exists (
    select from messages m where m.match_id = match and m.id = reply and m.deleted_at is null)
  then
    raise no_data_found using constraint = 'reply_to';
  end if;
  if picture is not null and not exists (
    select from profiles_pictures p where p.public_id = picture and p.account_id = sender and p.position is null)
  then
    raise no_data_found using constraint = 'public_id';
  end if;
  if next_first is not null then perform moderation_pace_first_message(sender, now, true); end if;
  if not place.is_muted then needs_push := delivery_record_one(other_id, notice, now); end if;
  notified := case when needs_push is null then '{}' else array[other_id] end;
  to_push := case when needs_push then array[other_id] else '{}' end;
  return next;
end $$;
