-- Whether two people look for each other by the genders that they are shown as and look for. Ages, distances and
-- dealbreakers change with time, and a like outlives them. Those who aren't listed are decided on elsewhere.
create function discovery_seek_each_other(one uuid, other uuid) returns boolean language sql stable as $$
  select coalesce(bool_and(exists (
    select from unnest(seeker.wants) wanted where case wanted when 'woman' then sought.shown_to & 1 > 0
      when 'man' then sought.shown_to & 2 > 0 when 'non-binary' then sought.shown_to & 4 > 0
      else sought.gender = wanted and sought.shown_to & 4 > 0 end)), true)
  from listings seeker join listings sought on (seeker.account_id, sought.account_id) in ((one, other), (other, one))
  where seeker.account_id in (one, other) and sought.account_id in (one, other)
$$;

-- As before, but nobody gets a like from somebody whom they don't look for, or who doesn't look for them, unless it
-- answers theirs. No list leads there; a call with an id did.
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
  tells_of_like boolean;
  needs_push boolean;
begin
  -- As in matching_lock_pair.
  insert into pair_locks (match_id) values (turn);
  delete from pair_locks where match_id = turn;
  select mine.action as mine, theirs.action is not null as likes_me, pair.id, pair.created_at,
    pair.id is not null and pair.ended_at is null as is_open, pair.ended_at is not null as is_ended
  into known
  from (select) one
    left join choices mine on mine.chooser_id = chooser and mine.chosen_id = chosen
    left join likes_received theirs on theirs.chosen_id = chooser and theirs.chooser_id = chosen
    left join matches pair on pair.a_id = least(chooser, chosen) and pair.b_id = greatest(chooser, chosen);

  outcome := case when discovery_reaches(chooser, chosen) is null then 'unreachable'
    when known.mine = new_action or known.is_open then 'repeated'
    when new_action <> 'pass' and not known.likes_me and not discovery_seek_each_other(chooser, chosen) then 'unreachable'
    else 'chosen' end;
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
    insert into choices (chooser_id, chosen_id, action, note, note_on, note_on_photo, at)
    values (chooser, chosen, new_action, new_note, new_note_on, new_note_on_photo, now)
    on conflict (chooser_id, chosen_id) do update
    set action = excluded.action, note = excluded.note, note_on = excluded.note_on,
      note_on_photo = excluded.note_on_photo, at = excluded.at;
    perform discovery_count_choice(chooser, chosen,
      (new_action <> 'pass')::int - coalesce(known.mine <> 'pass', false)::int, (known.mine is null)::int);
    if new_action <> 'pass' and known.likes_me then
      if known.id is null then
        insert into matches (a_id, b_id, created_at)
        values (least(chooser, chosen), greatest(chooser, chosen), now) returning id, created_at into match_id, matched_at;
      else
        update matches set created_at = now, ended_at = null, ended_by = null, closing = null
        where id = known.id and ended_at is not null returning id, created_at into match_id, matched_at;
      end if;
    end if;
    -- A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified of
    -- someone who blocked their address. A like that was a super like or a pass before isn't announced.
    tells_of_like := notice is not null and not known.is_ended
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
