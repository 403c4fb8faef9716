-- What other rooms read of conversations.

create or replace view chat_messages as
  select id, match_id, sender_id, text, public_id, created_at, deleted_at, seq from messages;

create or replace view chat_voice_notes as select message_id, file_id, duration_ms, match_id from voice_notes;
