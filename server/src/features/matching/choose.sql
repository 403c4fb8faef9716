-- A like or a pass in one round trip: whether the person can be reached, the allowance, the choice, the match, and
-- whom to notify. Called by `choices.sql.ts`.
-- needs delivery/notifications/record
-- needs discovery/deck/order
-- needs discovery/people/sees
-- needs discovery/privacy/blocks
-- needs matching/matches
-- needs matching/views
-- needs profiles/pictures/pictures
-- needs profiles/profile/profiles

-- Uses up an allowance (likes, superlikes or undos), of which the day allows `most` (null: any number). Without one,
-- it only reads.
create or replace function matching_use(account uuid, kind text, most integer, now timestamptz, day_ends timestamptz,
  out spent boolean, out likes integer, out superlikes integer, out undos integer, out resets_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  if kind is not null then
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
    returning true, used.likes, used.superlikes, used.undos, used.resets_at
    into spent, likes, superlikes, undos, resets_at;
    if found then return; end if;
  end if;
  select used.likes * (used.resets_at > now)::int, used.superlikes * (used.resets_at > now)::int,
    used.undos * (used.resets_at > now)::int,
    case when used.resets_at > now then used.resets_at
      else greatest(day_ends, used.resets_at + interval '20 hours') end
  from allowances used where used.account_id = account into likes, superlikes, undos, resets_at;
  spent := kind is null;
  if not found then
    likes := 0;
    superlikes := 0;
    undos := 0;
    resets_at := day_ends;
  end if;
end $$;

-- Likes or passes one person. The outcome is `chosen`, `repeated` (the same choice again, or any within a match,
-- changes nothing and costs nothing), `unreachable` or `exhausted`. The match is the one that the choice made, or
-- that a repeated one had made. A choice uses up the allowance `kind`, of which the day allows `most` (matching_use).
-- `notice` announces a like. A like may be about a prompt or a photo; if that is gone by now, the like counts without
-- it. Plans for one part cost more than they save: each call would plan its statements anew.
create or replace function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, new_note_on_photo text,
  now timestamptz, kind text, most integer, day_ends timestamptz, notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, their_like jsonb, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  turn uuid := matching_pair_id(chooser, chosen);
  -- What the two have chosen, and their match.
  known record;
  use record;
  is_sought boolean;
  tells_of_like boolean;
  needs_push boolean;
begin
  -- As in matching_lock_pair.
  insert into pair_locks (match_id) values (turn);
  delete from pair_locks where match_id = turn;
  select mine.action as mine, num_nonnulls(theirs.action, unsought.chosen_id) > 0 as likes_me, pair.id,
    pair.created_at,
    pair.id is not null and pair.ended_at is null as is_open, pair.ended_at is not null as is_ended
  into known
  from (select) one
    left join choices mine on mine.chooser_id = chooser and mine.chosen_id = chosen
    left join likes_received theirs on theirs.chosen_id = chooser and theirs.chooser_id = chosen
    left join unsought_likes unsought on unsought.chosen_id = chooser and unsought.chooser_id = chosen
    left join matches pair on pair.a_id = least(chooser, chosen) and pair.b_id = greatest(chooser, chosen);

  outcome := case when discovery_reaches(chooser, chosen) is null then 'unreachable'
    when known.mine = new_action or known.is_open then 'repeated' else 'chosen' end;
  use := matching_use(chooser, case outcome when 'chosen' then kind end, most, now, day_ends);
  likes := use.likes;
  superlikes := use.superlikes;
  undos := use.undos;
  resets_at := use.resets_at;
  if outcome = 'chosen' and not use.spent then outcome := 'exhausted'; end if;
  notified := '{}';
  to_push := '{}';

  if outcome = 'repeated' and known.is_open and new_action <> 'pass' then
    -- The answer to the first request may have been lost.
    match_id := known.id;
    matched_at := known.created_at;
  elsif outcome = 'chosen' then
    if new_note_on is not null and not profiles_shows_prompt(chosen, new_note_on) then new_note_on := null; end if;
    if new_note_on_photo is not null and not profiles_shows_picture(chosen, new_note_on_photo) then
      new_note_on_photo := null;
    end if;
    -- A like that has reached them stays with them.
    delete from unsought_likes where chosen_id = chosen and chooser_id = chooser;
    is_sought := new_action = 'pass' or known.likes_me or (coalesce(known.mine <> 'pass', false) and not found)
      or discovery_seeks(chosen, chooser);
    if not is_sought then insert into unsought_likes (chosen_id, chooser_id) values (chosen, chooser); end if;
    insert into choices (chooser_id, chosen_id, action, note, note_on, note_on_photo, at)
    values (chooser, chosen, new_action, new_note, new_note_on, new_note_on_photo, now)
    on conflict (chooser_id, chosen_id) do update
    set action = excluded.action, note = excluded.note, note_on = excluded.note_on,
      note_on_photo = excluded.note_on_photo, at = excluded.at;
    perform discovery_count_choice(chooser, chosen,
      (new_action <> 'pass')::int - coalesce(known.mine <> 'pass', false)::int, (known.mine is null)::int);
    if new_action <> 'pass' and known.likes_me then
      -- Theirs may have been unsought: now it has reached the chooser, with what they said.
      delete from unsought_likes where chosen_id = chooser and chooser_id = chosen;
      if found then update choices set action = action where chooser_id = chosen and chosen_id = chooser; end if;
      if known.id is null then
        insert into matches (a_id, b_id, created_at)
        values (least(chooser, chosen), greatest(chooser, chosen), now) returning id, created_at into match_id,
          matched_at;
      else
        update matches set created_at = now, ended_at = null, ended_by = null, closing = null
        where id = known.id and ended_at is not null returning id, created_at into match_id, matched_at;
      end if;
    end if;
    -- A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified
    -- of someone who blocked their address. A like that was a super like or a pass before isn't announced.
    tells_of_like := notice is not null and is_sought and not known.is_ended
      and (known.mine is null or new_action = 'superlike') and not discovery_hides(chooser, chosen);
    if match_id is not null then
      select array_agg(account_id), array_agg(account_id) filter (where needs_push) into notified, to_push
      from delivery_record(
        case when tells_of_like then jsonb_build_array(notice) else '[]' end
          || matching_match_notices(match_id, chooser, chosen), now);
    elsif tells_of_like then
      needs_push := delivery_record_one(chosen, notice, now);
      if needs_push is not null then notified := array[chosen]; end if;
      if needs_push then to_push := array[chosen]; end if;
    end if;
  end if;
  if match_id is not null then
    select said into their_like from matching_received_notes where chosen_id = chooser and chooser_id = chosen;
  end if;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;
