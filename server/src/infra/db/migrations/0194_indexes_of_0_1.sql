-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
-- Only servers of version 0.1 looked for these columns.
drop index concurrently if exists accounts_by_email_key;
drop index concurrently if exists passkeys_by_id;
drop index concurrently if exists passkeys_by_credential;
drop index concurrently if exists identities_by_subject;
drop index concurrently if exists picture_fingerprints_by_public_id;
