-- needs 0193_pairs_locked_by_rows
-- A member's search reads their own conversations. By this index, it read all messages with the word, once for each match,
-- and every message paid for it. An index of a table in parts can't be dropped concurrently.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
drop index messages_words;
