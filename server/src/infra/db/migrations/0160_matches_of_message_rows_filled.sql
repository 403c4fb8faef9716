-- outside a transaction: fills rows in batches, and builds indexes of tables in use
call split_fill_key('reactions', 'match_id');
call split_fill_key('voice_notes', 'match_id');
call split_fill_key('flagged_messages', 'match_id');
create unique index concurrently if not exists voice_notes_key on voice_notes (message_id, match_id);
create unique index concurrently if not exists flagged_messages_key on flagged_messages (message_id, match_id);
create unique index concurrently if not exists calls_key on calls (id, match_id);
