create or replace view matching_choices as select chooser_id, chosen_id, action, at from choices;

-- Includes the time, so that the notes of certain days are found without reading the swipes (choices_by_note).
create or replace view matching_like_notes as
  select chooser_id, chosen_id, jsonb_build_object('note', note, 'noteOn', note_on, 'noteOnPhoto',
    note_on_photo) as said, coalesce(noted_at, at) as at
  from choices where num_nonnulls(note, note_on, note_on_photo) > 0;

create or replace view matching_matches as
  select id, a_id, b_id, created_at, ended_at, last_seq, last_message_at, a_read, b_read, a_shown_read,
    b_shown_read, a_received, b_received, a_muted, b_muted, for_friends from matches;

create or replace view matching_reached as select chosen_id, chooser_id from likes_received where reached;
