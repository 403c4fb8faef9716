-- outside a transaction: the index is built while servers use the table.
create index concurrently if not exists fraud_corrections_due on fraud_warnings (correction_due_at)
where corrected_at is null and correction_due_at is not null;
