-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
-- The nightly comparison reads the subscriptions page by page, and each one's invoices, which are deleted with it.
create index concurrently if not exists sandbox_invoices_of on sandbox_invoices (subscription_id);
create index concurrently if not exists sandbox_subscriptions_newest on sandbox_subscriptions (created_at desc, id desc);
-- Used links are deleted with their account, too.
create index concurrently if not exists secrets_by_account on secrets (account_id);
