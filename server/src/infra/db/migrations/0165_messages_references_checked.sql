alter table reactions validate constraint reactions_message_fkey;
alter table voice_notes validate constraint voice_notes_message_fkey;
alter table flagged_messages validate constraint flagged_messages_message_fkey;
alter table calls validate constraint calls_message_fkey;
