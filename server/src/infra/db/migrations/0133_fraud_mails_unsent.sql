-- outside a transaction: the index is built while servers use the table.
create index concurrently if not exists fraud_notices_unsent on fraud_notices (mail_id)
where mail_sent_at is null and mail_id is not null;
