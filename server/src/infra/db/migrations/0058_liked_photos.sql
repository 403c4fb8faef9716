-- A like can be about a photo, as it could about a prompt. It is about what its receiver shows, not about any words.

alter table choices add note_on_photo text;

create function profiles_shows_prompt(account uuid, question text) returns boolean language sql stable as $$
  select exists (select from profiles p, jsonb_array_elements(p.prompts) prompt
    where p.account_id = account and prompt ->> 'question' = profiles_shows_prompt.question)
$$;

create function profiles_shows_picture(account uuid, picture text) returns boolean language sql stable as $$
  select exists (select from pictures p where p.public_id = picture and p.account_id = account and p.position is not null
    and p.audience = 'everyone' and p.review = 'shown')
$$;

-- What people said with their likes. Nothing but a like is not among them.
create view matching_like_notes as
  select chooser_id, chosen_id, jsonb_build_object('note', note, 'noteOn', note_on, 'noteOnPhoto', note_on_photo) as said
  from choices where num_nonnulls(note, note_on, note_on_photo) > 0;

drop function matching_choose(uuid, uuid, text, text, text, timestamptz, text, integer, timestamptz, jsonb);

/*
 * Likes or passes one person. The outcome is `chosen`, `repeated` (the same choice again, or any within a match, changes
 * nothing and costs nothing), `unreachable` or `exhausted`. The match is the one that the choice made, or that a repeated
 * one had made. A choice uses up the allowance `kind`, of which the day allows `most` (matching_spend). `notice` announces
 * a like. A like may be about a prompt or a photo; if that is gone by now, the like counts without it.
 */
create function matching_choose(
  chooser uuid, chosen uuid, new_action text, new_note text, new_note_on text, new_note_on_photo text,
  now timestamptz, kind text, most integer, day_ends timestamptz, notice jsonb)
returns table (outcome text, likes integer, superlikes integer, undos integer, resets_at timestamptz, match_id uuid,
  matched_at timestamptz, their_like jsonb, notified uuid[], to_push uuid[])
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
  if made.id is not null then
    select said into their_like from matching_like_notes where chooser_id = chosen and chosen_id = chooser;
  end if;
  matched_at := made.created_at;
  notified := coalesce(notified, '{}');
  to_push := coalesce(to_push, '{}');
  return next;
end $$;
