-- A like or pass in Friends, within one round trip. `friends.ts` calls it.
-- needs delivery/notifications/record
-- needs discovery/people/sees
-- needs identity/views
-- needs matching/choose

-- Likes or passes one person. The outcomes are those of `matching_choose`, and `absent` if the chooser doesn't take part.
-- The answer is the same for anyone the chooser can see, because a difference would tell who takes part: a like has an
-- effect only once the other person likes the chooser here, too. It holds the pair's lock, so that simultaneous likes
-- make one match, in dating and here together.
create or replace function matching_choose_friend(
  chooser uuid, chosen uuid, new_action text, now timestamptz, most integer, day_ends timestamptz,
  most_waiting integer, waiting_since timestamptz)
returns table (outcome text, likes integer, resets_at timestamptz, match_id uuid, matched_at timestamptz,
  for_friends boolean, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  is_like boolean := new_action = 'like';
  mine text;
  theirs text;
  pair record;
  is_open boolean;
  use record;
  person record;
  needs_push boolean;
begin
  notified := '{}';
  to_push := '{}';
  -- Whoever leaves waits, and then deletes this choice as well.
  perform from friend_profiles f where f.account_id = chooser for key share;
  if not found then
    outcome := 'absent';
    return next;
    return;
  end if;
  perform pg_advisory_xact_lock(uuid_hash_extended(chooser, 0) # uuid_hash_extended(chosen, 0));
  select c.action from friend_choices c where c.chooser_id = chooser and c.chosen_id = chosen into mine;
  select c.action from friend_choices c where c.chooser_id = chosen and c.chosen_id = chooser into theirs;
  select m.id, m.created_at, m.ended_at, m.for_friends from matches m
  where m.a_id = least(chooser, chosen) and m.b_id = greatest(chooser, chosen) into pair;
  is_open := pair.id is not null and pair.ended_at is null;

  outcome := case when discovery_sees(chooser, chosen, true) is null then 'unreachable'
    when is_open or mine = new_action and not (is_like and theirs is not distinct from 'like' and pair.id is null)
    then 'repeated' else 'chosen' end;
  if outcome = 'chosen' and is_like and most_waiting is not null
    and matching_keeps_waiting(chooser, most_waiting, waiting_since, true)
  then
    outcome := 'waiting';
  end if;
  use := matching_use(chooser, case when outcome = 'chosen' and is_like then 'friend_likes' end, most, now, day_ends);
  likes := use.friend_likes;
  resets_at := use.resets_at;
  if outcome = 'chosen' and not use.spent then outcome := 'exhausted'; end if;
  if outcome = 'repeated' and is_open and is_like then
    match_id := pair.id;
    matched_at := pair.created_at;
    for_friends := pair.for_friends;
  end if;
  if outcome <> 'chosen' then
    return next;
    return;
  end if;

  insert into friend_choices (chooser_id, chosen_id, action, at) values (chooser, chosen, new_action, now)
  on conflict (chooser_id, chosen_id) do update set action = excluded.action, at = excluded.at;
  if is_like and theirs = 'like' then
    insert into matches as m (a_id, b_id, created_at, for_friends)
    values (least(chooser, chosen), greatest(chooser, chosen), now, true)
    on conflict (a_id, b_id) do update set created_at = now, ended_at = null, ended_by = null, closing = null,
      for_friends = true, a_like = null, b_like = null
    returning m.id, m.created_at into match_id, matched_at;
    for_friends := true;
    for person in select o.id, p.id as about, p.first_name
      from (values (chosen, chooser), (chooser, chosen)) o(id, about_id) join identity_people p on p.id = o.about_id
    loop
      needs_push := delivery_record_one(person.id, jsonb_build_object('about', person.about, 'kind', 'match', 'topic',
        'match:' || match_id, 'details', jsonb_build_object('name', person.first_name, 'matchId', match_id,
        'asFriends', true)), now);
      if needs_push is not null then notified := notified || person.id; end if;
      if needs_push then to_push := to_push || person.id; end if;
    end loop;
  end if;
  return next;
end $$;
