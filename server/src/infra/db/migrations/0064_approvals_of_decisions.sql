-- outside a transaction: an index of a table with rows is built without locking it
create unique index concurrently if not exists approvals_of_one_decision on approvals (decision_id)
  where decision_id is not null;
