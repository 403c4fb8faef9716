-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table secrets validate constraint secrets_owner_id_check;
alter table look_reasons validate constraint look_reasons_account_id_check;
-- Servers name this constraint where they save a device again.
alter table push_subscriptions drop constraint push_subscriptions_endpoint_key,
  add constraint push_subscriptions_endpoint_key unique using index push_subscriptions_endpoints,
  drop constraint push_subscriptions_pkey,
  add constraint push_subscriptions_pkey primary key using index push_subscriptions_key;
alter table secrets drop constraint secrets_token_hash_key, drop constraint secrets_pkey,
  add constraint secrets_pkey primary key using index secrets_key;
alter table secrets drop constraint secrets_owner_id_check;
alter table look_reasons drop constraint look_reasons_pkey,
  add constraint look_reasons_pkey primary key using index look_reasons_key;
alter table look_reasons drop constraint look_reasons_account_id_check;
-- Servers since 0.2.0 write the account themselves.
drop trigger look_reasons_account on look_reasons;
drop function look_reasons_account();
