-- outside a transaction: the tables are in use
create unique index concurrently if not exists pictures_key on pictures (account_id, public_id);
create unique index concurrently if not exists picture_fingerprints_key on picture_fingerprints (account_id, public_id);
-- Addresses of pictures and messages name them without the account, and so do staff and jobs, by the id.
create index concurrently if not exists pictures_by_public_id on pictures (public_id);
create index concurrently if not exists pictures_by_id on pictures (id);
-- For servers of the previous version.
create index concurrently if not exists picture_fingerprints_by_public_id on picture_fingerprints (public_id);
-- The new key begins with the account, too.
drop index concurrently if exists picture_fingerprints_of_account;
