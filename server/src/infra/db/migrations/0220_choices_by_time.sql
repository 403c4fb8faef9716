-- An index of a table in parts can't be built or dropped concurrently.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
create index choices_by_time on only choices (at);
alter index choices_by_time attach partition choices_by_time_0;
alter index choices_by_time attach partition choices_by_time_1;
alter index choices_by_time attach partition choices_by_time_2;
alter index choices_by_time attach partition choices_by_time_3;
alter index choices_by_time attach partition choices_by_time_4;
alter index choices_by_time attach partition choices_by_time_5;
alter index choices_by_time attach partition choices_by_time_6;
alter index choices_by_time attach partition choices_by_time_7;
drop index choices_by_day;
