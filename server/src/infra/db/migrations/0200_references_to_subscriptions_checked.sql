-- needs 0193_pairs_locked_by_rows
alter table invoices validate constraint invoices_subscription_fkey;
alter table late_payments validate constraint late_payments_subscription_fkey;
