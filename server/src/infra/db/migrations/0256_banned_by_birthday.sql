-- outside a transaction: an index that is built while accounts are in use
create index concurrently if not exists accounts_banned_by_birthday on accounts (date_of_birth) where state = 'banned';
