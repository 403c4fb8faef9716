-- The part of a match that messages need (`chat/send.sql`).
-- needs discovery/views
-- needs identity/views

-- The number of the viewer's next message in a match, and its reader: null if the two can't write to each other.
create or replace function matching_take_place(match uuid, viewer uuid, words text, kind text, at timestamptz,
  out other_id uuid, out seq integer, out is_muted boolean)
language plpgsql as $$
begin
  update matches m set last_seq = m.last_seq + 1, last_message_at = at, last_sender_id = viewer, last_text = words,
    last_kind = kind, a_unread = m.a_unread + (m.b_id = viewer)::int, b_unread = m.b_unread + (m.a_id = viewer)::int
  where m.id = match and viewer in (m.a_id, m.b_id) and m.ended_at is null
    and exists (select from identity_people p
      where p.id in (m.a_id, m.b_id) and p.id <> viewer and p.state in ('active', 'paused'))
    and not exists (select from discovery_blocks b where b.one_id = m.a_id and b.other_id = m.b_id)
  returning case when m.a_id = viewer then m.b_id else m.a_id end, m.last_seq,
    case when m.a_id = viewer then m.b_muted else m.a_muted end into other_id, seq, is_muted;
end $$;

-- Forgets what two people chose, so that an ended match starts again only if both like each other again, in the same
-- deck.
create or replace function matching_forget_choices(one uuid, other uuid) returns void
language plpgsql set plan_cache_mode = auto as $$
begin
  delete from choices where chooser_id = one and chosen_id = other;
  delete from choices where chooser_id = other and chosen_id = one;
  delete from likes_received where chosen_id = one and chooser_id = other;
  delete from likes_received where chosen_id = other and chooser_id = one;
  delete from friend_choices where chooser_id = one and chosen_id = other;
  delete from friend_choices where chooser_id = other and chosen_id = one;
end $$;

-- Ends the match between two people, if there is one. Unblocking someone (discovery/privacy) calls it, so that the match
-- doesn't come back.
create or replace function matching_end_between(ender uuid, other uuid, at timestamptz) returns boolean
language plpgsql as $$
begin
  update matches m set ended_at = at, ended_by = ender, closing = null, a_like = null, b_like = null
  where m.a_id = least(ender, other) and m.b_id = greatest(ender, other) and m.ended_at is null;
  if not found then return false; end if;
  perform matching_forget_choices(ender, other);
  return true;
end $$;
