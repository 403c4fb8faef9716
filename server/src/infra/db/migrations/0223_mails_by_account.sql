-- outside a transaction: the table is in use
-- needs 0193_pairs_locked_by_rows
-- An erasure deletes a person's mails of a month, and an export lists them.
create index concurrently if not exists mails_by_account on mails (account_id, kind);
