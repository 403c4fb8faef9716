-- outside a transaction: the index is built while servers use the table.
create index concurrently if not exists date_answers_again on date_answers (answered_at) where again;
