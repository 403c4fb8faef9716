-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
create unique index concurrently if not exists reactions_key on reactions (match_id, message_id, account_id);
create index concurrently if not exists matches_of_pair on matches (a_id, b_id);
-- Ids no longer say when a match was made.
create index concurrently if not exists matches_by_day on matches (created_at);
