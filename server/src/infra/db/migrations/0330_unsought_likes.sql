-- A like to somebody who doesn't look for its sender, by an id from elsewhere, doesn't reach them: they aren't notified,
-- it isn't counted, and only its sender sees it. For the sender everything is as always, since any other answer would
-- show who they look for. It is decided once, so nobody learns who likes them by changing their own wishes. If they
-- like the sender of their own accord, the two match.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

create table unsought_likes (
  chosen_id uuid not null,
  chooser_id uuid not null,
  primary key (chosen_id, chooser_id)
);
select split_grant('choices', 'unsought_likes');

/* Whether somebody looks for a person, by the gender and the groups that lists find that person by. */
create function discovery_seeks(seeker uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from profiles s join profiles p on p.account_id = person
      cross join lateral (select case when p.found_gender is null then shown_to(p.gender, p.shown_to)
        else shown_to(p.found_gender, p.found_shown_to) end as shown_to) n
      cross join lateral unnest(lowered(s.interested_in)) wanted
    where s.account_id = seeker and case when wanted in ('woman', 'man', 'non-binary')
      then n.shown_to & seeks(array[wanted]) > 0
      else lower(coalesce(p.found_gender, p.gender)) = wanted and n.shown_to & seeks(array['non-binary']) > 0 end);
end $$;

create or replace function matching_mirror_like() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from likes_received where chosen_id = old.chosen_id and chooser_id = old.chooser_id;
  end if;
  if tg_op = 'DELETE' then
    delete from unsought_likes where chosen_id = old.chosen_id and chooser_id = old.chooser_id;
  elsif new.action <> 'pass' and not exists (
    select from unsought_likes where chosen_id = new.chosen_id and chooser_id = new.chooser_id) then
    insert into likes_received (chosen_id, chooser_id, action, note, note_on, note_on_photo, at)
    values (new.chosen_id, new.chooser_id, new.action, new.note, new.note_on, new.note_on_photo, new.at);
  end if;
  return null;
end $$;

create or replace view matching_like_notes as
  select chooser_id, chosen_id, jsonb_build_object('note', note, 'noteOn', note_on, 'noteOnPhoto', note_on_photo) as said,
    at, not exists (
      select from unsought_likes u where u.chosen_id = c.chosen_id and u.chooser_id = c.chooser_id) as was_received
  from choices c where num_nonnulls(note, note_on, note_on_photo) > 0;

/*
 * Likes or passes one person. The outcome is `chosen`, `repeated` (the same choice again, or any within a match, changes
 * nothing and costs nothing), `unreachable` or `exhausted`. The match is the one that the choice made, or that a repeated
 * one had made. A choice uses up the allowance `kind`, of which the day allows `most` (matching_use). `notice` announces
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
  select mine.action as mine, num_nonnulls(theirs.action, unsought.chosen_id) > 0 as likes_me, pair.id, pair.created_at,
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
        values (least(chooser, chosen), greatest(chooser, chosen), now) returning id, created_at into match_id, matched_at;
      else
        update matches set created_at = now, ended_at = null, ended_by = null, closing = null
        where id = known.id and ended_at is not null returning id, created_at into match_id, matched_at;
      end if;
    end if;
    -- A like after an ended match stays secret until both people ask for it again. Nor is the chosen person notified of
    -- someone who blocked their address. A like that was a super like or a pass before isn't announced.
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
