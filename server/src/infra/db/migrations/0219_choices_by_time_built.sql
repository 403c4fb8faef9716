-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
-- What is new is looked for each minute. Blocks of a BRIN index don't tell where that is, because passes are deleted after a
-- year, and new choices take their places: 20 million choices were read for those of a minute.
create index concurrently if not exists choices_by_time_0 on choices_0 (at);
create index concurrently if not exists choices_by_time_1 on choices_1 (at);
create index concurrently if not exists choices_by_time_2 on choices_2 (at);
create index concurrently if not exists choices_by_time_3 on choices_3 (at);
create index concurrently if not exists choices_by_time_4 on choices_4 (at);
create index concurrently if not exists choices_by_time_5 on choices_5 (at);
create index concurrently if not exists choices_by_time_6 on choices_6 (at);
create index concurrently if not exists choices_by_time_7 on choices_7 (at);
