-- A like or pass within one round trip: the reachability of the person, the allowance, the swipe, the match, and the
-- notifications. `likes.ts` calls it.
-- needs delivery/notifications/record
-- needs discovery/people/sees
-- needs discovery/views
-- needs identity/views
-- needs profiles/shown-texts/shown-texts
-- needs profiles/views

-- Uses up an allowance (likes, superlikes, undos or friend_likes), of which the day allows `most` (null: any number).
-- Without one, it only reads.
create or replace function matching_use(account uuid, kind text, most integer, now timestamptz, day_ends timestamptz,
  out spent boolean, out likes integer, out superlikes integer, out undos integer, out friend_likes integer,
  out resets_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  if kind is not null then
    insert into allowances as used (account_id, resets_at, likes, superlikes, undos, friend_likes)
    values (account, day_ends, (kind = 'likes')::int, (kind = 'superlikes')::int, (kind = 'undos')::int,
      (kind = 'friend_likes')::int)
    on conflict (account_id) do update set
      likes = used.likes * (used.resets_at > now)::int + excluded.likes,
      superlikes = used.superlikes * (used.resets_at > now)::int + excluded.superlikes,
      undos = used.undos * (used.resets_at > now)::int + excluded.undos,
      friend_likes = used.friend_likes * (used.resets_at > now)::int + excluded.friend_likes,
      withdrawn = case when used.resets_at > now then used.withdrawn else '{}' end,
      resets_at = case when used.resets_at > now then used.resets_at
        else greatest(excluded.resets_at, used.resets_at + interval '20 hours') end
    where most is null or used.resets_at <= now
      or most > case kind when 'likes' then used.likes when 'superlikes' then used.superlikes
        when 'undos' then used.undos else used.friend_likes end
    returning true, used.likes, used.superlikes, used.undos, used.friend_likes, used.resets_at
    into spent, likes, superlikes, undos, friend_likes, resets_at;
    if found then return; end if;
  end if;
  select used.likes * (used.resets_at > now)::int, used.superlikes * (used.resets_at > now)::int,
    used.undos * (used.resets_at > now)::int, used.friend_likes * (used.resets_at > now)::int,
    case when used.resets_at > now then used.resets_at
      else greatest(day_ends, used.resets_at + interval '20 hours') end
  from allowances used where used.account_id = account into likes, superlikes, undos, friend_likes, resets_at;
  spent := kind is null;
  if not found then
    likes := 0;
    superlikes := 0;
    undos := 0;
    friend_likes := 0;
    resets_at := day_ends;
  end if;
end $$;

-- Withdraws the recipient's notifications of a like that is gone, and remembers it for the rest of the sender's day. Its
-- callers cache plans, which Citus can't for a subquery.
create or replace function matching_withdraw_like(recipient uuid, sender uuid) returns void
language plpgsql set plan_cache_mode = auto as $$
declare
  times timestamptz[];
  mark bigint := uuid_hash_extended(recipient, 0);
begin
  select array_agg(l.at) from (
    select at from likes_received where chosen_id = recipient and reached order by at desc limit 1000) l into times;
  perform delivery_withdraw_like(recipient, sender, times);
  update allowances a set withdrawn = (mark || array_remove(a.withdrawn, mark))[:500] where a.account_id = sender;
end $$;

-- True if at least `most` conversations wait for the member: the other person wrote last, after `since`. Conversations
-- that the member can't see don't count (visibleMatches), and those with friends are counted apart. It reads only the
-- member's own matches, and stops at `most`.
create or replace function matching_keeps_waiting(member uuid, most integer, since timestamptz, with_friends boolean)
  returns boolean
language plpgsql as $$
begin
  perform from matches m
  where (m.a_id = member or m.b_id = member) and m.ended_at is null and m.last_sender_id <> member
    and m.for_friends = with_friends
    and m.last_message_at >= since
    and exists (select from identity_people o
      where o.id = case when m.a_id = member then m.b_id else m.a_id end and o.state in ('active', 'paused'))
    and not exists (select from discovery_blocks b where b.one_id = m.a_id and b.other_id = m.b_id)
  offset most - 1 limit 1;
  return found;
end $$;

-- Likes or passes one person. The outcome is `chosen`, `repeated` (the same swipe again, a like after a super like, or
-- any swipe within a match, changes nothing and costs nothing), `unreachable`, `waiting` (a like while `most_waiting`
-- conversations wait for the chooser since `waiting_since`; null: any number) or `exhausted`. The match is the one that
-- the swipe made, or that a repeated one had made. If likes are on another server (Citus), a crash may leave two likes
-- without their match: the same like again makes it. A swipe uses up the allowance `kind`, of which the day allows
-- `most` (matching_use). `notice` announces a like. A like may be about a prompt or a photo; if that is gone by now, the
-- like counts without it. After a like that was taken back on the same day, another one costs nothing and isn't
-- announced. A like from someone who isn't listed isn't announced either, and is shown once they are. Its plans are
-- cached, because none of them depends on the person.
create or replace function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, new_note_on_photo text,
  now timestamptz, kind text, most integer, day_ends timestamptz, most_waiting integer, waiting_since timestamptz,
  notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, their_like jsonb, for_friends boolean, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  is_like boolean := new_action <> 'pass';
  mine text;
  old_note text;
  theirs record;
  pair record;
  is_open boolean;
  was_withdrawn boolean;
  use record;
  reaches boolean;
  my_like jsonb;
  recipients uuid[];
  notices jsonb[];
  needs_push boolean;
begin
  -- Serializes swipes and undos within a pair (lockPair). Otherwise two people who swipe each other at the same moment
  -- wouldn't see each other's like.
  perform pg_advisory_xact_lock(uuid_hash_extended(chooser, 0) # uuid_hash_extended(chosen, 0));
  select c.action, c.note from choices c where c.chooser_id = chooser and c.chosen_id = chosen into mine, old_note;
  select l.action, l.reached, case when num_nonnulls(l.note, l.note_on, l.note_on_photo) > 0
    then jsonb_build_object('note', l.note, 'noteOn', l.note_on, 'noteOnPhoto', l.note_on_photo) end as said
  from likes_received l where l.chosen_id = chooser and l.chooser_id = chosen into theirs;
  select m.id, m.created_at, m.ended_at, m.for_friends from matches m
  where m.a_id = least(chooser, chosen) and m.b_id = greatest(chooser, chosen) into pair;
  is_open := pair.id is not null and pair.ended_at is null;

  outcome := case when discovery_sees(chooser, chosen, true) is null then 'unreachable'
    when is_open or mine = 'superlike' and new_action = 'like' then 'repeated'
    when mine = new_action and not (is_like and theirs.action is not null and pair.id is null) then 'repeated'
    else 'chosen' end;
  if outcome = 'chosen' and is_like and most_waiting is not null
    and matching_keeps_waiting(chooser, most_waiting, waiting_since, false)
  then
    outcome := 'waiting';
  end if;
  if outcome = 'chosen' and is_like then
    was_withdrawn := exists (
      select from allowances a where a.account_id = chooser and a.resets_at > now
        and uuid_hash_extended(chosen, 0) = any(a.withdrawn));
    if was_withdrawn and kind = 'likes' then kind := null; end if;
  end if;
  use := matching_use(chooser, case outcome when 'chosen' then kind end, most, now, day_ends);
  likes := use.likes;
  superlikes := use.superlikes;
  undos := use.undos;
  resets_at := use.resets_at;
  notified := '{}';
  to_push := '{}';
  if outcome = 'chosen' and not use.spent then outcome := 'exhausted'; end if;
  if outcome = 'repeated' and is_open and is_like then
    -- The answer to the first request may have been lost.
    match_id := pair.id;
    matched_at := pair.created_at;
    their_like := case when not pair.for_friends then theirs.said end;
    for_friends := pair.for_friends;
  end if;
  if outcome <> 'chosen' then
    return next;
    return;
  end if;

  if new_note_on is not null and not exists (
    select from profiles_prompts p where p.account_id = chosen and p.question = new_note_on)
  then
    new_note_on := null;
  end if;
  if new_note_on_photo is not null and not exists (
    select from profiles_pictures p where p.public_id = new_note_on_photo and p.account_id = chosen
      and p.position is not null and p.audience = 'everyone' and p.review = 'shown')
  then
    new_note_on_photo := null;
  end if;
  insert into choices (chooser_id, chosen_id, action, note, note_on, note_on_photo, at)
  values (chooser, chosen, new_action, new_note, new_note_on, new_note_on_photo, now)
  on conflict (chooser_id, chosen_id) do update
  set action = excluded.action, note = excluded.note, note_on = excluded.note_on,
    note_on_photo = excluded.note_on_photo, at = excluded.at;
  perform profiles_show_note(chooser, chosen, old_note, new_note, now);
  perform discovery_count_choice(chooser, chosen, is_like::int - coalesce(mine <> 'pass', false)::int,
    (mine is null)::int);
  if not is_like then
    if mine is not null then
      delete from likes_received l where l.chosen_id = chosen and l.chooser_id = chooser;
      perform matching_withdraw_like(chosen, chooser);
    end if;
    return next;
    return;
  end if;

  reaches := theirs.action is not null or exists (
    select from discovery_seekers s where s.seeker_id = chosen and s.person_id = chooser);
  -- A like that has reached its recipient stays visible to them.
  insert into likes_received as l (chosen_id, chooser_id, action, note, note_on, note_on_photo, at, reached)
  values (chosen, chooser, new_action, new_note, new_note_on, new_note_on_photo, now, reaches)
  on conflict (chosen_id, chooser_id) do update
  set action = excluded.action, note = excluded.note, note_on = excluded.note_on,
    note_on_photo = excluded.note_on_photo, at = excluded.at, reached = l.reached or excluded.reached,
    seen = false
  returning l.reached into reaches;
  if theirs.action is not null then
    -- If the other person's like hadn't reached the chooser, it does now, with its note.
    if not theirs.reached then
      update likes_received l set reached = true where l.chosen_id = chooser and l.chooser_id = chosen;
    end if;
    their_like := theirs.said;
    if num_nonnulls(new_note, new_note_on, new_note_on_photo) > 0 then
      my_like := jsonb_build_object('note', new_note, 'noteOn', new_note_on, 'noteOnPhoto', new_note_on_photo);
    end if;
    insert into matches as m (a_id, b_id, created_at, a_like, b_like)
    values (least(chooser, chosen), greatest(chooser, chosen), now,
      case when chooser < chosen then my_like else their_like end,
      case when chooser < chosen then their_like else my_like end)
    on conflict (a_id, b_id) do update set created_at = now, ended_at = null, ended_by = null, closing = null,
      for_friends = false, a_like = excluded.a_like, b_like = excluded.b_like
    returning m.id, m.created_at into match_id, matched_at;
  end if;

  -- A like after an ended match stays secret until both people ask for it again. Nor is the recipient notified of
  -- someone who blocked their address. A like that was a super like or a pass before isn't announced.
  if notice is null or not reaches or pair.id is not null or (mine is not null and new_action <> 'superlike')
    or was_withdrawn or not exists (select from discovery_listings l where l.account_id = chooser)
    or exists (select from discovery_hidden h where h.viewer_id = chosen and h.hider_id = chooser)
  then
    recipients := '{}';
  else
    recipients := array[chosen];
    notices := array[notice];
  end if;
  if match_id is not null then
    select recipients || array_agg(o.id), notices || array_agg(jsonb_build_object('about', p.id, 'kind', 'match',
      'topic', 'match:' || match_id, 'details', jsonb_build_object('name', p.first_name, 'matchId', match_id)))
    from (values (chosen, chooser), (chooser, chosen)) o(id, about_id) join identity_people p on p.id = o.about_id
    into recipients, notices;
  end if;
  for nth in 1..cardinality(recipients) loop
    needs_push := delivery_record_one(recipients[nth], notices[nth], now);
    if needs_push is not null then notified := notified || recipients[nth]; end if;
    if needs_push then to_push := to_push || recipients[nth]; end if;
  end loop;
  if match_id is not null then perform delivery_answer_superlike(chooser, chosen, match_id, now); end if;
  return next;
end $$;
