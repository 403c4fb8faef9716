-- outside a transaction: the tables are in use
create unique index concurrently if not exists consents_key on consents (account_id, id);
create unique index concurrently if not exists former_names_key on former_names (account_id, id);
create unique index concurrently if not exists legal_holds_key on legal_holds (account_id, id);
create unique index concurrently if not exists photo_checks_key on photo_checks (account_id, id);
create unique index concurrently if not exists saved_searches_key on saved_searches (account_id, id);
create unique index concurrently if not exists sign_ins_key on sign_ins (account_id, id);
-- Staff name a waiting check by its id alone.
create index concurrently if not exists photo_checks_to_decide on photo_checks (id) where status = 'waiting';
-- The new key begins with the account, too.
drop index concurrently if exists saved_searches_of_account;
