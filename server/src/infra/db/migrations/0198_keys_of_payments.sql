-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table late_payments validate constraint late_payments_account_id_check;
-- The foreign keys that go come back with the account in the next migration.
alter table late_payments drop constraint late_payments_subscription_id_fkey,
  drop constraint late_payments_pkey, add constraint late_payments_pkey primary key using index late_payments_key;
alter table late_payments drop constraint late_payments_account_id_check;
-- Servers name this constraint where they save an invoice again.
alter table invoices drop constraint invoices_subscription_id_fkey,
  drop constraint invoices_provider_id_key,
  add constraint invoices_provider_id_key unique using index invoices_by_gateway,
  drop constraint invoices_pkey, add constraint invoices_pkey primary key using index invoices_key;
alter table payment_customers drop constraint payment_customers_once;
-- From now on, the gateway's ids are kept unique by their owners.
alter table subscriptions drop constraint subscriptions_provider_id_key, drop constraint subscriptions_setup_intent_id_key,
  drop constraint subscriptions_pkey, add constraint subscriptions_pkey primary key using index subscriptions_key;
