-- Whoever asks for what others chose about a member names the member as the key.

-- With the time, so that notes of some days are found without the choices beside them.
create or replace view matching_like_notes as
  select chooser_id, chosen_id, jsonb_build_object('note', note, 'noteOn', note_on, 'noteOnPhoto', note_on_photo) as said, at
  from choices where num_nonnulls(note, note_on, note_on_photo) > 0;

-- What people said with the likes that a member received.
create view matching_received_notes as
  select chosen_id, chooser_id, jsonb_build_object('note', note, 'noteOn', note_on, 'noteOnPhoto', note_on_photo) as said
  from likes_received where num_nonnulls(note, note_on, note_on_photo) > 0;
select split_grant('matching_like_notes', 'matching_received_notes');

/* Whether a person likes the viewer. A function of its own, so that a statement prepares it only where it matters. */
create function discovery_is_liked_by(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from likes_received where chosen_id = viewer and chooser_id = person);
end $$;

/*
 * Whether the viewer may see a person: null if not, and otherwise whether the two are matched. The person must be active
 * or paused, and neither may have blocked the other. Matches can always be seen, anyone else only if neither is paused or
 * hidden, and if they aren't incognito.
 */
create or replace function discovery_sees(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
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
      and (not a.incognito or discovery_is_liked_by(v.id, a.id))));
  return seen;
end $$;

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
  if made.id is not null then
    select said into their_like from matching_received_notes where chosen_id = chooser and chooser_id = chosen;
  end if;
  matched_at := made.created_at;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;
