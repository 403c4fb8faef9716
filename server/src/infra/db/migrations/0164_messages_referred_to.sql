-- What belongs to a message refers to the copy, too, before the table goes.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table reactions add constraint reactions_message_fkey
  foreign key (match_id, message_id) references messages_split (match_id, id) on delete cascade not valid;
alter table voice_notes add constraint voice_notes_message_fkey
  foreign key (match_id, message_id) references messages_split (match_id, id) on delete cascade not valid;
alter table flagged_messages add constraint flagged_messages_message_fkey
  foreign key (match_id, message_id) references messages_split (match_id, id) on delete cascade not valid;
alter table calls add constraint calls_message_fkey
  foreign key (match_id, message_id) references messages_split (match_id, id) on delete cascade not valid;
