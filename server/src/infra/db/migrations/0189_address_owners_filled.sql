-- outside a transaction: accounts are in use
call split_fill_addresses();
-- For servers of the previous version, which look for the address here.
create index concurrently if not exists accounts_by_email_key on accounts (email_key);
-- From now on, `address_owners` keeps addresses unique.
drop index concurrently if exists accounts_email_key;
