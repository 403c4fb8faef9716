-- The list of subscriptions with one status, the newest first.
create index subscriptions_by_status on subscriptions (status, created_at desc, id desc);
