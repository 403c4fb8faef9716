-- outside a transaction: the tables are in use
create unique index concurrently if not exists date_plans_key on date_plans (match_id, id);
create unique index concurrently if not exists plan_shares_key on plan_shares (account_id, id);
create unique index concurrently if not exists date_answers_key on date_answers (account_id, id);
-- Jobs, links and answers name a plan without its match.
create index concurrently if not exists date_plans_by_id on date_plans (id);
-- The server makes tokens and the names of files at random, so nothing has to say that they are unique.
create index concurrently if not exists plan_shares_by_token on plan_shares (token_hash);
create index concurrently if not exists voice_notes_by_file on voice_notes (file_id);
-- The new key begins with the account, too.
drop index concurrently if exists plan_shares_of_account;
