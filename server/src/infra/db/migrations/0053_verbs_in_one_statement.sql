-- A like and a message are one statement each: a function of the room that owns the verb, which calls those of the rooms
-- whose tables it also writes or whose rules it follows.

-- When the day ends whose use an allowance counts, instead of the day and its time zone.
alter table allowances add column resets_at timestamptz;
update allowances set resets_at = (day + 1)::timestamp
  at time zone coalesce((select name from pg_timezone_names where name = zone), 'UTC');
alter table allowances alter column resets_at set not null, drop column zone, drop column day;

-- When a push that is still waiting gets another job, in case the first was never added. At most once for each.
alter table notifications add column push_due_at timestamptz;
create index notifications_to_push on notifications (push_due_at)
  where push_due_at is not null and pushed_at is null and read_at is null;

/* Members who are online read a notification before it is emailed. */
create function delivery_mail_due(at timestamptz) returns timestamptz language sql immutable
  return at + interval '30 seconds';

/* When a push counts as forgotten. The retries of its job are over by then. */
create function delivery_push_due(at timestamptz) returns timestamptz language sql immutable
  return at + interval '5 minutes';

/*
 * Records notifications, each with the fields of `Notice` (record.ts). Each topic has one unread notification, which
 * counts: it is emailed once, but pushed each time. Of several about one topic, the last is saved, and all count. One for a member without any device counts as pushed. Erased accounts
 * get none, such as when a subscription ends later. Rows are written in one order, so that two calls never deadlock.
 */
create function delivery_record(notices jsonb, now timestamptz) returns table (account_id uuid, needs_push boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    insert into notifications as saved (account_id, kind, topic, count, details, about_id, at, due_at, pushed_at, push_due_at)
    select distinct on (p.id, n.topic) p.id, n.kind, n.topic, count(*) over (partition by p.id, n.topic), n.details,
      n.about, coalesce(n.at, now), delivery_mail_due(now), case when not d.has_device then now end,
      case when d.has_device then delivery_push_due(now) end
    from rows from (jsonb_to_recordset(notices) as ("to" uuid, kind text, topic text, details jsonb, about uuid,
        at timestamptz, "premiumOnly" boolean)) with ordinality
        n("to", kind, topic, details, about, at, "premiumOnly", place)
      join identity_people p on p.id = n."to"
      cross join lateral (
        select exists (select from push_subscriptions s where s.account_id = p.id) as has_device) d
    where p.state <> 'erased' and (n."premiumOnly" is not true or p.premium_until > now)
    order by p.id, n.topic, n.place desc
    on conflict (account_id, topic) where read_at is null
    do update set count = saved.count + excluded.count, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
      pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at
    returning saved.account_id, saved.pushed_at is null;
end $$;

/* Whether a person blocked the viewer's address. */
create function discovery_hides(person uuid, viewer uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from hidden_from where viewer_id = viewer and hider_id = person);
end $$;

/*
 * Whether the viewer may see a person: null if not, and otherwise whether the two are matched. The person must be active
 * or paused, and neither may have blocked the other. Matches can always be seen, anyone else only if neither is paused or
 * hidden, and if they aren't incognito.
 */
create function discovery_sees(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
declare
  seen boolean;
begin
  select m.matched into seen
  from accounts a join accounts v on v.id = viewer
    cross join lateral (
      select exists (select from matches
        where a_id = least(a.id, v.id) and b_id = greatest(a.id, v.id) and ended_at is null) as matched) m
  where a.id = person and a.id <> v.id and a.state in ('active', 'paused')
    and not exists (select from discovery_blocks where one_id = v.id and other_id = a.id)
    and (m.matched or (a.state = 'active' and v.state = 'active' and not discovery_hides(a.id, v.id)
      and (not a.incognito
        or exists (select from choices where chooser_id = a.id and chosen_id = v.id and action <> 'pass'))));
  return seen;
end $$;

/* The same for looking at a profile and choosing the person, who must be verified and have a complete profile. */
create function discovery_reaches(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  if exists (
    select from accounts a join profiles p on p.account_id = a.id
    where a.id = person and a.email_verified_at is not null
      and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city))
  then return discovery_sees(viewer, person);
  end if;
  return null;
end $$;

/* Two people who choose each other at the same moment take turns. Otherwise neither would see the other's like. */
create function matching_lock_pair(one uuid, other uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(least(one, other)::text || greatest(one, other)::text, 0));
end $$;

/*
 * Uses up one of the day's likes, super likes or undos, or nothing without a kind. Returns what is used then, and whether
 * it was allowed. `most` is the day's limit, and null without one. `day_ends` is when a day that begins now ends: a day
 * that has begun ends when it would have, even if the member's time zone changes, and the next one lasts at least until
 * 20 hours later. Two calls at once can't both use up the last one.
 */
create function matching_spend(account uuid, kind text, most integer, now timestamptz, day_ends timestamptz)
returns table (spent boolean, likes integer, superlikes integer, undos integer, resets_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  if kind is not null then
    return query
      insert into allowances as used (account_id, resets_at, likes, superlikes, undos)
      values (account, day_ends, (kind = 'likes')::int, (kind = 'superlikes')::int, (kind = 'undos')::int)
      on conflict (account_id) do update set
        likes = used.likes * (used.resets_at > now)::int + excluded.likes,
        superlikes = used.superlikes * (used.resets_at > now)::int + excluded.superlikes,
        undos = used.undos * (used.resets_at > now)::int + excluded.undos,
        resets_at = case when used.resets_at > now then used.resets_at
          else greatest(excluded.resets_at, used.resets_at + interval '20 hours') end
      where most is null or used.resets_at <= now
        or most > case kind when 'likes' then used.likes when 'superlikes' then used.superlikes else used.undos end
      returning true, used.likes, used.superlikes, used.undos, used.resets_at;
    if found then return; end if;
  end if;
  return query
    select kind is null, used.likes * (used.resets_at > now)::int, used.superlikes * (used.resets_at > now)::int,
      used.undos * (used.resets_at > now)::int,
      case when used.resets_at > now then used.resets_at
        else greatest(day_ends, used.resets_at + interval '20 hours') end
    from allowances used where used.account_id = account;
  if not found then return query select kind is null, 0, 0, 0, day_ends; end if;
end $$;

/* Tells both people about their match. */
create function matching_match_notices(match uuid, one uuid, other uuid) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('to', other_of.id, 'about', p.id, 'kind', 'match', 'topic', 'match:' || match,
      'details', jsonb_build_object('name', p.first_name, 'matchId', match)))
    from (values (one, other), (other, one)) as other_of(id, from_id) join identity_people p on p.id = other_of.from_id);
end $$;

/*
 * Likes or passes one person. The outcome is `chosen`, `repeated` (the same choice again, or any within a match, changes
 * nothing and costs nothing), `unreachable` or `exhausted`. The match is the one that the choice made, or that a repeated one had made. A
 * choice uses up the allowance `kind`, of which the day allows `most` (matching_spend). `notice` announces a like.
 */
create function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, now timestamptz,
  kind text, most integer, day_ends timestamptz, notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, notified uuid[], to_push uuid[])
language plpgsql as $$
#variable_conflict use_column
declare
  mine text;
  theirs text;
  pair matches;
  made matches;
  spent boolean;
  notices jsonb := '[]';
begin
  perform matching_lock_pair(chooser, chosen);
  select action into mine from choices where chooser_id = chooser and chosen_id = chosen;
  select action into theirs from choices where chooser_id = chosen and chosen_id = chooser;
  select * into pair from matches where a_id = least(chooser, chosen) and b_id = greatest(chooser, chosen);

  outcome := case when discovery_reaches(chooser, chosen) is null then 'unreachable'
    when mine = new_action or (pair.id is not null and pair.ended_at is null) then 'repeated' else 'chosen' end;
  select * into spent, likes, superlikes, undos, resets_at
  from matching_spend(chooser, case outcome when 'chosen' then kind end, most, now, day_ends);
  if outcome = 'chosen' and not spent then outcome := 'exhausted'; end if;

  if outcome = 'repeated' and pair.ended_at is null and new_action <> 'pass' then
    -- The answer to the first request may have been lost.
    made := pair;
  elsif outcome = 'chosen' then
    insert into choices (chooser_id, chosen_id, action, note, note_on, at)
    values (chooser, chosen, new_action, new_note, new_note_on, now)
    on conflict (chooser_id, chosen_id) do update
    set action = excluded.action, note = excluded.note, note_on = excluded.note_on, at = excluded.at;
    perform discovery_count_choice(chooser, chosen,
      (new_action <> 'pass')::int - coalesce(mine <> 'pass', false)::int, (mine is null)::int);
    -- A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified of
    -- someone who blocked their address. A like that was a super like or a pass before isn't announced.
    if notice is not null and pair.ended_at is null and (mine is null or new_action = 'superlike')
      and not discovery_hides(chooser, chosen) then notices := jsonb_build_array(notice); end if;
    if new_action <> 'pass' and theirs <> 'pass' then
      insert into matches as m (a_id, b_id, created_at)
      values (least(chooser, chosen), greatest(chooser, chosen), now)
      on conflict (a_id, b_id) do update
      set created_at = excluded.created_at, ended_at = null, ended_by = null, closing = null
      where m.ended_at is not null
      returning * into made;
      if made.id is not null then
        notices := notices || matching_match_notices(made.id, chooser, chosen);
      end if;
    end if;
    if notices <> '[]' then
      select array_agg(account_id), array_agg(account_id) filter (where needs_push) into notified, to_push
      from delivery_record(notices, now);
    end if;
  end if;
  match_id := made.id;
  matched_at := made.created_at;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;

/*
 * Sends a message: null if the conversation isn't open to the sender. `notice` announces it to the other person, unless
 * they muted the conversation. A client id that was used before violates a unique constraint, and an unknown message
 * or picture one of these names: `reply_to`, `public_id`.
 */
create function chat_send(match uuid, sender uuid, client text, words text, picture text, reply uuid, now timestamptz,
  notice jsonb)
returns table (other_id uuid, seq integer, notified uuid[], to_push uuid[])
language plpgsql as $$
#variable_conflict use_column
begin
  select p.other_id, p.last_seq into other_id, seq from matching_next_place(match, sender, now) p;
  if seq is null then return; end if;
  if reply is not null and not exists (select from messages where match_id = match and id = reply) then
    raise no_data_found using constraint = 'reply_to';
  end if;
  insert into messages (match_id, seq, sender_id, client_id, text, public_id, reply_to, created_at)
  values (match, seq, sender, client, words, picture, reply, now);
  -- After the insert, so that a message that is sent again finds the saved one even if its picture is gone.
  if picture is not null and not exists (
    select from profiles_pictures p where p.public_id = picture and p.account_id = sender and p.position is null)
  then
    raise no_data_found using constraint = 'public_id';
  end if;
  if not exists (select from reads where match_id = match and account_id = other_id and muted) then
    select array_agg(account_id), array_agg(account_id) filter (where needs_push) into notified, to_push
    from delivery_record(jsonb_build_array(notice || jsonb_build_object('to', other_id)), now);
  end if;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;
