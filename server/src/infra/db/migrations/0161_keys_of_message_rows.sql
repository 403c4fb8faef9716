-- `reactions` keeps its key: servers of the previous version name it in `on conflict`.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table reactions validate constraint reactions_match_id_check;
alter table voice_notes validate constraint voice_notes_match_id_check;
alter table flagged_messages validate constraint flagged_messages_match_id_check;
alter table calls drop constraint calls_pkey, add constraint calls_pkey primary key using index calls_key;
alter table voice_notes drop constraint voice_notes_pkey,
  add constraint voice_notes_pkey primary key using index voice_notes_key;
alter table flagged_messages drop constraint flagged_messages_pkey,
  add constraint flagged_messages_pkey primary key using index flagged_messages_key;
alter table voice_notes drop constraint voice_notes_match_id_check;
alter table flagged_messages drop constraint flagged_messages_match_id_check;
