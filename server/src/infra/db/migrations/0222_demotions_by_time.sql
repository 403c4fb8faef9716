-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
-- The statements of a year are read in batches, each of which read all demotions.
create index concurrently if not exists lessened_exposures_by_time on lessened_exposures (at, report_id);
