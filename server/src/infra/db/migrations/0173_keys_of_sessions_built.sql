-- outside a transaction: the tables are in use
create unique index concurrently if not exists address_blocks_key on address_blocks (account_id, id);
create unique index concurrently if not exists sessions_key on sessions (account_id, id);
-- The addresses of pictures, and refresh tokens, name a session by its id alone.
create index concurrently if not exists sessions_by_id on sessions (id);
-- The new key finds the few sessions of an account, too. Without an index of when they were used, refreshing one writes
-- to no index.
drop index concurrently if exists sessions_of_account;
