-- outside a transaction: indexes of a table with rows are built without locking it
create unique index concurrently if not exists approvals_one_open_for_account on approvals (target_id, account_action)
  where outcome is null and kind = 'account';
create index concurrently if not exists approvals_of_target on approvals (target_id) where target_id is not null;
create index concurrently if not exists approvals_of_requester on approvals (requested_by);
create index concurrently if not exists approvals_of_decider on approvals (decided_by) where decided_by is not null;
