-- outside a transaction: the tables are in use
-- needs 0193_pairs_locked_by_rows
call split_fill_key('late_payments', 'account_id');
call split_fill_owners('subscriptions', 'subscription_owners', 'provider_id');
call split_fill_owners('subscriptions', 'setup_owners', 'setup_intent_id');
call split_fill_owners('payment_customers', 'customer_owners', 'provider, customer_id');
create unique index concurrently if not exists subscriptions_key on subscriptions (account_id, id);
create unique index concurrently if not exists invoices_key on invoices (account_id, id);
create unique index concurrently if not exists invoices_by_gateway on invoices (account_id, provider_id);
create unique index concurrently if not exists late_payments_key on late_payments (account_id, id);
create unique index concurrently if not exists late_payments_unsettled on late_payments (account_id, subscription_id)
  where settled_at is null;
-- Staff name a row by its id alone.
create index concurrently if not exists subscriptions_by_id on subscriptions (id);
create index concurrently if not exists invoices_by_id on invoices (id);
create index concurrently if not exists late_payments_by_id on late_payments (id);
-- For servers of the previous version.
create index concurrently if not exists subscriptions_by_gateway on subscriptions (provider_id);
create index concurrently if not exists subscriptions_by_setup on subscriptions (setup_intent_id);
drop index concurrently if exists late_payments_open;
