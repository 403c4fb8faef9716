-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table matches drop constraint matches_a_id_b_id_key;
alter table reactions drop constraint reactions_pkey,
  add constraint reactions_pkey primary key using index reactions_key;
alter table reactions drop constraint reactions_match_id_check;
-- Servers since 0.2.0 write the match themselves.
drop trigger reactions_match on reactions;
drop trigger voice_notes_match on voice_notes;
drop trigger flagged_messages_match on flagged_messages;
drop function chat_add_match();
