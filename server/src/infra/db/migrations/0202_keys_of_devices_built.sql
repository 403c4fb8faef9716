-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
call split_fill_key('secrets', 'owner_id');
call split_fill_owners('push_subscriptions', 'endpoint_owners', 'endpoint');
create unique index concurrently if not exists push_subscriptions_key on push_subscriptions (account_id, id);
create unique index concurrently if not exists push_subscriptions_endpoints on push_subscriptions (account_id, endpoint);
create unique index concurrently if not exists secrets_key on secrets (owner_id, id);
-- The server makes tokens at random, so nothing has to say that they are unique.
create index concurrently if not exists secrets_by_token on secrets (token_hash);
create unique index concurrently if not exists look_reasons_key on look_reasons (account_id, session_id, kind, subject);
-- For servers of the previous version.
create index concurrently if not exists push_subscriptions_by_endpoint on push_subscriptions (endpoint);
-- The new key begins with the account, too.
drop index concurrently if exists push_subscriptions_of_account;
