-- The same refund asked for twice is one refund, in the sandbox as with a real provider.
alter table sandbox_invoices add column refund_keys text[] not null default '{}';
