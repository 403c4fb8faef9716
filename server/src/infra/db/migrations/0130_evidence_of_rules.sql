-- outside a transaction: evidence of a report that rules made can have several parts, which this index finds.
create index concurrently if not exists evidence_of_report on evidence (report_id, place);
