-- outside a transaction: the index is built while servers use the table.
create index concurrently if not exists date_plans_to_ask on date_plans (starts_at)
where state in ('accepted', 'done') and asked_at is null;
