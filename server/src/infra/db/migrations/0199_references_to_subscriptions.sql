-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table invoices add constraint invoices_subscription_fkey
  foreign key (account_id, subscription_id) references subscriptions (account_id, id) on delete cascade not valid;
alter table late_payments add constraint late_payments_subscription_fkey
  foreign key (account_id, subscription_id) references subscriptions (account_id, id) on delete cascade not valid;
