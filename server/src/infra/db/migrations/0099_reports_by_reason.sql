-- outside a transaction: the index is built while servers use the table.
create index concurrently if not exists reports_reason on reports (detail, created_at desc, id desc)
where detail is not null;
