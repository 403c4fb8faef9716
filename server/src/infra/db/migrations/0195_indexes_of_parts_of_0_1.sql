-- Only servers of version 0.1 looked for these columns. An index of a table in parts can't be dropped concurrently.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
drop index notifications_id;
drop index choices_received;
