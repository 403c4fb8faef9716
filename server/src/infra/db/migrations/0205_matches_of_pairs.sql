-- A match is named by its pair (0193), so it can be on the node that the pair's key says, and nobody has to ask whether
-- there is another one of the same two (docs/scale.md). Matches from before keep their ids.
-- needs 0193_pairs_locked_by_rows

/* Names a match by its pair, and refuses a second one of two people whose match is from before. */
create function matches_id() returns trigger language plpgsql as $$
begin
  new.id := matching_pair_id(new.a_id, new.b_id);
  if exists (select from matches where a_id = new.a_id and b_id = new.b_id and id <> new.id) then
    raise unique_violation using message = 'these two have a match', constraint = 'matches_pkey';
  end if;
  return new;
end $$;
create trigger matches_id before insert on matches for each row execute function matches_id();

/*
 * Likes or passes one person. The outcome is `chosen`, `repeated` (the same choice again, or any within a match, changes
 * nothing and costs nothing), `unreachable` or `exhausted`. The match is the one that the choice made, or that a repeated
 * one had made. A choice uses up the allowance `kind`, of which the day allows `most` (matching_spend). `notice` announces
 * a like. A like may be about a prompt or a photo; if that is gone by now, the like counts without it.
 * Plans for one part cost more than they save: each call would plan its statements anew.
 */
create or replace function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, new_note_on_photo text,
  now timestamptz, kind text, most integer, day_ends timestamptz, notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, their_like jsonb, notified uuid[], to_push uuid[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  mine text;
  pair matches;
  made matches;
  spent boolean;
  notices jsonb := '[]';
begin
  perform matching_lock_pair(chooser, chosen);
  select action into mine from choices where chooser_id = chooser and chosen_id = chosen;
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
      (new_action <> 'pass')::int - coalesce(mine <> 'pass', false)::int, (mine is null)::int);
    -- A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified of
    -- someone who blocked their address. A like that was a super like or a pass before isn't announced.
    if notice is not null and pair.ended_at is null and (mine is null or new_action = 'superlike')
      and not discovery_hides(chooser, chosen) then notices := jsonb_build_array(notice); end if;
    if new_action <> 'pass' and discovery_is_liked_by(chooser, chosen) then
      if pair.id is null then
        insert into matches (a_id, b_id, created_at)
        values (least(chooser, chosen), greatest(chooser, chosen), now) returning * into made;
      else
        update matches set created_at = now, ended_at = null, ended_by = null, closing = null
        where id = pair.id and ended_at is not null returning * into made;
      end if;
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
  if made.id is not null then
    select said into their_like from matching_received_notes where chosen_id = chooser and chooser_id = chosen;
  end if;
  matched_at := made.created_at;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;


/* What came of the latest matches that were made between two moments, without who of the two said so. */
create or replace function chat_outcomes(since timestamptz, until timestamptz, most integer)
  returns table (a_id uuid, b_id uuid, replied boolean, met boolean, again boolean) language sql stable as $$
  select m.a_id, m.b_id, chat_replied(m.id, m.a_id, m.b_id),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.met)
      or exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.met),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.again)
      and exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.again)
  from (select id, a_id, b_id from matching_matches where created_at >= since and created_at < until
    order by created_at desc limit most) m
$$;
